/** Pages of the gateway itself: overload, sign-out, the way to another site, and logins for an application that cannot be completed. */
export default {
  "busy.title": "One moment, please",
  "busy.what": "Many people are logging in right now. Nothing is wrong with your account or your password.",
  "busy.again": "Try again",
  "leave.title": "One moment, please",
  "leave.what": "The next page is opening. If it doesn’t appear, use the button below.",
  "signOut.title": "Do you want to log out?",
  "signOut.what": "You didn’t come here from a page on this site. Your session is still open.",
  "signOut.stay": "Stay logged in",
  "application.refused.title": "We couldn’t complete this login",
  "application.refused.what":
    "The site or app you came from sent a request that we don’t recognize. Your account has not changed. Go back there and try again.",
  "application.refused.code": "If you call us, mention this code: {code}",
  "application.unavailable.title": "This page isn’t available right now",
  "application.unavailable.what":
    "The problem is on our side. Your account and your password are not affected. Wait a few seconds, then try again.",
  "application.signOutRefused.title": "You’re still logged in here",
  "application.signOutRefused.what":
    "The site or app you came from sent a logout request that we don’t recognize. To log out here, use the button below.",
  "application.expired.title": "This login can’t be finished",
  "application.expired.what":
    "To protect you, a login ends after an hour and only works in the browser where it began. This browser must accept cookies. Go back to the site or app you came from and start again.",
  "application.passkey.title": "Your passkey is needed",
  "application.passkey.what":
    "The site or app you came from asks for it. To continue, log in with your passkey instead of your password.",
  "application.consent.title": "Give “{name}” access?",
  "application.consent.what": "“{name}” belongs to another company. It asks {brand} for:",
  "application.consent.account": "You are logged in as {email}.",
  "application.consent.host": "You will return to {host}.",
  "application.consent.later": "You can end the access at any time in your account, under “Sites and apps”.",
  "application.consent.allow": "Give access",
  "application.consent.refuse": "Don’t give access",
  "application.login": "Log in",
  "application.signOut": "You will also be logged out of the sites and apps that you opened with this account.",
  "application.signedOut.title": "You are logged out",
  "application.signedOut.what": "You can close this page.",
} as const;
