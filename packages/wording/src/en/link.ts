/** An expired link from a message, and its replacement. The page never reveals whether the link was known. */
export default {
  "endsAt.page": "To protect your information, this page closes at {time}. You can then open your link again.",
  "endsAt.link": "Your link works until {time}. After that, you can ask for a new one here.",
  "ending.page.title": "This page closes at {time}",
  "ending.page": "We close it after a while without activity. You can then open your link again.",
  "ending.link.title": "Your link works until {time}",
  "ending.link": "Finish this page before then. After that, you can ask for a new link here.",
  "inbox.title": "Check your email",
  "inbox.lead": "If we recognize that link, a new one is on its way to the same address.",
  "inbox.late": "Nothing there yet?",
  "inbox.late.text": "It may take a few minutes. Look in your junk mail too.",
  "inbox.again": "Ask for another link",
  "inbox.askedAgain": "Done. If we recognize that link, another one is on its way. Only the newest one works.",
  "wait.title": "Please wait a moment.",
  wait: "There were many requests in a short time. Try again after {time}.",
} as const;
