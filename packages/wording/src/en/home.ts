export default {
  title: "You are logged in",
  greeting: "Hello, {name}",
  lead: "You will find your policies and documents here.",
  lastSignIn: "Last login: {day} at {time}",
  signOut: "Log out",
} as const;
