/** Page of a message's stop link: a link was requested to an e-mail that is not on file. */
export default {
  "open.title": "Stop this request?",
  "open.what":
    "Someone asked our call centre for a link to your online account. The email address they gave is not on file.",
  "open.when": "If nobody stops it, the link is sent on {day} at {time}.",
  "open.waiver":
    "Someone asked our call centre to let them log in to your online account without a code. They would then choose a new way to confirm that it’s you.",
  "open.when.waiver": "If nobody stops it, it is possible from {day} at {time}, with your password.",
  "open.submit": "Stop this request",
  "open.you": "Was it you? You don’t need to do anything: just close this page.",
  "inForce.title": "Stop this now?",
  inForce: "Our call centre has allowed one login to your online account without a code. Nobody has used it yet.",
  "used.title": "This request is over",
  used: "It can no longer be stopped here. If it wasn’t you, call us right away at {number}.",
  "stopped.title": "The request was stopped",
  stopped:
    "Nothing will be sent, and your online account stays as it was. Our call centre can see that it was stopped.",
  "stopped.call": "Do you want to talk to us about it? Call {number}.",
  "sent.title": "The link has already been sent",
  sent: "It is too late to stop it here. If it wasn’t you, call us right away at {number}.",
  "ended.title": "This request is over",
  ended: "Nothing was sent, and nothing will be. You don’t need to do anything.",
  "unknown.title": "This page needs the link from your message",
  unknown: "Open the link in your message again. If it does not work, call us at {number}.",
  "wait.title": "Please wait a moment",
  wait: "There were many requests in a short time. Try again after {time}, or call us at {number}.",
  "unavailable.title": "We can’t stop the request right now",
  unavailable: "Try again in a minute, or call us at {number}.",
} as const;
