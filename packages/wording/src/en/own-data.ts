/** What is kept of a signed-in person, and the closing of their account. */
export default {
  title: "Your information",
  lead: "Everything this service has about you, as of {time}.",
  download: "Download this information",
  "download.note": "A JSON file, which other services can read.",
  correct: "Something is not right? Call us at {number}, and we’ll correct it.",
  close: "Close your account",

  "closing.title": "Close your account?",
  "closing.lead": "You can do this at any time. Your insurance stays in force.",
  "closing.deletes": "What we delete right away",
  "closing.keeps": "What we must keep",
  "closing.keeps.insurerBook":
    "Your policies and your contact details in our files: as long as your policy and the law require.",
  "closing.keeps.events":
    "A record of what happened, without your name or address: for as long as this service exists. It no longer identifies you.",
  "closing.message":
    "One last email will confirm that the account is closed. We erase your address from that message 30 days later.",
  "closing.later": "You can create an account again later, as long as you have a policy with us.",
  "closing.do": "Close my account",
  "closing.cancel": "Keep my account",
} as const;
