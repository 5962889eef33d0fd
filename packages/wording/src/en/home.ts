export default {
  title: "You are signed in",
  greeting: "Hello, {name}",
  lead: "Your policies and documents will open here.",
  lastSignIn: "Last login: {day} at {time}",
  signOut: "Log out",
} as const;
