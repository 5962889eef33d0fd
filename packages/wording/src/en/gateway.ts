/** The page that the gateway shows when it cannot take one more sign-in. */
export default {
  "busy.title": "One moment, please",
  "busy.what": "Many people are logging in right now. Nothing is wrong with your account or your password.",
  "busy.again": "Try again",
} as const;
