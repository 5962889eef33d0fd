import error from "./error.ts";

/** Sentences of error codes, by code; the other keys are parts of the same messages. */
export default {
  "ACCOUNT_ALREADY_EXISTS.title": "You already have an account",
  ACCOUNT_ALREADY_EXISTS: "Log in with the email address of that account.",
  "ACCOUNT_ALREADY_EXISTS.which": "Not sure which one? A code will help you find it.",
  "ACCOUNT_ALREADY_EXISTS.login": "Log in",
  "ACCOUNT_ALREADY_EXISTS.find": "Find my address",

  "POLICY_NUMBER_NOT_FOUND.title": "These details don’t match our files",
  POLICY_NUMBER_NOT_FOUND: "Compare each field with your policy. Moved recently? Try your former postal code.",
  "moreInfo.error.8": "A policy number has 7 letters and digits, for example A1B-2C3D.",
  "moreInfo.error.9": "A policy number has 9 letters and digits, without a dash.",
  lastTry: "You have one try left; after that, we’ll help you by phone.",

  "DRIVE_LICENSE_NUMBER_NOT_FOUND.title": "These details don’t match our files",
  DRIVE_LICENSE_NUMBER_NOT_FOUND:
    "Check your date of birth and postal code. If you gave a licence number, compare it with your driver’s licence.",

  "EMAIL_ALREADY_EXISTS.title": "An account already uses this address",
  "chooseUsername.error":
    "Another person logs in with {email}. Do you share this address? Each person needs their own: enter another one.",
  "EMAIL_ALREADY_EXISTS.concurrently":
    "Someone has just created an account with it. Enter an address that only you use.",

  "EMAIL_UPDATE_FAILED.title": "We can’t create your account right now",
  EMAIL_UPDATE_FAILED: error.errorClientUpdate,
  "EMAIL_UPDATE_FAILED.code": "Screen code, if the agent asks: {code}",

  "TOO_MANY_REQUESTS.title": "Please wait a moment",
  TOO_MANY_REQUESTS: "There were many requests in a short time. Try again after {time}.",
  "codeJustSent.title": "Please wait a moment",
  codeJustSent: "We sent a code a moment ago. You can ask for another one after {time}.",
} as const;
