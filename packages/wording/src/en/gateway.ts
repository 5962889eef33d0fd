/** Pages of the gateway itself: overload, and the confirmation of a sign-out. */
export default {
  "busy.title": "One moment, please",
  "busy.what": "Many people are logging in right now. Nothing is wrong with your account or your password.",
  "busy.again": "Try again",
  "signOut.title": "Do you want to log out?",
  "signOut.what": "You didn’t come here from a page on this site. Your session is still open.",
  "signOut.stay": "Stay logged in",
} as const;
