export default {
  title: "You are logged in",
  greeting: "Hello, {name}",
  lead: "For any question about your insurance, call us.",
  lastSignIn: "Last login: {day} at {time}",
  signOut: "Log out",
  endsAt: "To protect your information, your session closes at {time} unless you ask for more time.",
  "endsAt.last": "To protect your information, your session closes at {time}. You can then log in again.",
  "ending.title": "Your session closes at {time}",
  ending: "Nothing has happened here for a while, so we close it to protect your information.",
  "ending.last": "To protect your information, a session lasts {minutes} minutes at most. You can then log in again.",
  stay: "Stay logged in",
} as const;
