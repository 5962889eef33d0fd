/** The page behind the button of a message about a removed passkey or authenticator app. */
export default {
  "open.title": "Undo the removal?",
  "open.authenticator":
    "The authenticator app will confirm again that it’s you. Every session will be closed, and you’ll choose a new password.",
  "open.passkey":
    "The passkey will come back, turned off until you keep it. Every session will be closed, and you’ll choose a new password.",
  "open.submit": "Undo the removal",
  "open.you": "Was it you? You don’t need to do anything: close this page.",
  "undone.title": "The removal was undone",
  undone: "Everyone is logged out. To get in, choose a new password.",
  "undone.next": "Choose a new password",
  "ended.title": "This link no longer works",
  ended: "It works for three days. If you didn’t remove anything, call us at {number}.",
  "unknown.title": "We can’t find this link",
  unknown: "Open it again from the message. If that doesn’t help, call us at {number}.",
  "unavailable.title": "This page isn’t working right now",
  unavailable: "Nothing has changed. Try again in a few minutes, or call us at {number}.",
  "wait.title": "Please wait a moment",
  wait: "Try again after {time}, or call us at {number}.",
} as const;
