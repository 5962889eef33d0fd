/** A link from a message that is over, and the fresh one in its place. Nobody is told whether the old one was known. */
export default {
  "inbox.title": "Check your email",
  "inbox.lead": "If we know that link, a new one is on its way to the same address.",
  "inbox.late": "Nothing there yet?",
  "inbox.late.text": "It may take a few minutes. Look in your junk mail too.",
  "inbox.again": "Ask for another link",
  "inbox.askedAgain": "Done. If we know that link, another one is on its way. Only the newest one works.",
  "wait.title": "Please wait a moment.",
  wait: "There were many requests in a short time. Try again from {time}.",
} as const;
