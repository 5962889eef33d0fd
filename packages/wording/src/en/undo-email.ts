/** The page behind the button of a message about a changed e-mail. */
export default {
  "open.title": "Undo the change of email address?",
  open: "Your account will use {email} again. Every session will be closed, and you’ll choose a new password.",
  "open.submit": "Undo the change",
  "open.you": "Was it you? You don’t need to do anything: close this page.",
  "undone.title": "The change was undone",
  undone: "Your former email address works again. Everyone is logged out. To get in, choose a new password.",
  "undone.next": "Choose a new password",
  "ended.title": "This link no longer works",
  ended:
    "It works for three days, and not after an earlier change was undone. If you didn’t make this change, call us at {number}.",
  "taken.title": "We need to look at this together",
  taken: "Another account now uses your former address. Call us at {number}.",
  "unknown.title": "We can’t find this link",
  unknown: "Open it again from the message. If that doesn’t help, call us at {number}.",
  "unavailable.title": "This page isn’t working right now",
  unavailable: "Nothing has changed. Try again in a few minutes, or call us at {number}.",
  "wait.title": "Please wait a moment",
  wait: "Try again after {time}, or call us at {number}.",
} as const;
