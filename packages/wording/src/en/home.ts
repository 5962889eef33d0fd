export default {
  title: "You are logged in",
  greeting: "Hello, {name}",
  lead: "For any question about your insurance, call us.",
  lastSignIn: "Last login: {day} at {time}",
  "failedSignIns.title": {
    one: "{count} wrong password since your last visit",
    other: "{count} wrong passwords since your last visit",
  },
  "failedSignIns.title.firstTime": {
    one: "{count} wrong password was tried for your account",
    other: "{count} wrong passwords were tried for your account",
  },
  failedSignIns: "Most recent try: {day} at {time}. If it wasn’t you, choose a new password.",
  "failedSignIns.newPassword": "Choose a new password",
  signOut: "Log out",
  endsAt: "To protect your information, your session closes at {time} unless you ask for more time.",
  "endsAt.last": "To protect your information, your session closes at {time}. You can then log in again.",
  "ending.title": "Your session closes at {time}",
  ending: "Nothing has happened here for a while, so we’ll close it to protect your information.",
  "ending.last": "To protect your information, a session lasts {minutes} minutes at most. You can then log in again.",
  stay: "Stay logged in",
} as const;
