/** Page of the message that asks a policyholder to let a driver have an account, and the same in the account. */
export default {
  "open.title": "{driver} asks for an account",
  "open.what":
    "{driver} is a driver on your policy and proved it with a code. Do you agree to an online account for {driver}?",
  "open.separate": "{driver} will choose a password and log in to a separate account.",
  "open.yours": "Your own account and your password stay as they are.",
  "open.until": "You can answer until {day}, at {time}.",
  "open.approve": "I agree",
  "open.refuse": "I refuse",
  "open.unknownPerson": "Don’t know this person? Refuse, then call us at {number}.",
  "paused.title": "You can’t agree right now",
  "paused.until":
    "Your account was changed recently. To protect it, you can agree from {day}, at {time}. You can refuse at any time.",
  "paused.call":
    "To protect your account, nothing can be approved in it. Call us at {number}. You can refuse at any time.",
  "approved.title": "You agreed",
  approved:
    "We sent a link to create the account. Nothing has changed in yours. Was it a mistake? Call us at {number}.",
  "refused.title": "You refused",
  refused: "We let the driver know. Nothing has changed in your account. Questions? Call us at {number}.",
  "ended.title": "This request is over",
  ended:
    "It was not approved in time, or the policy has changed. The driver can ask again. Questions? Call us at {number}.",
  "unknown.title": "This page needs the link from your message",
  unknown: "Open the link in your message again. If it does not work, call us at {number}.",
  "unavailable.title": "This page isn’t working right now",
  unavailable: "Nothing has changed. Try again in a few minutes, or call us at {number}.",
  "wait.title": "Please wait a moment",
  wait: "Try again after {time}, or call us at {number}.",
  "account.title": "Requests from drivers",
  "account.lead": "A driver on your policy would like an online account and needs your agreement.",
  "account.none": "No request is waiting for your answer.",
  "account.approve": "I agree to an account for {driver}",
  "account.refuse": "I refuse an account for {driver}",
  "overview.title": "A driver on your policy asks for an account",
  "overview.answer": "See the request",
} as const;
