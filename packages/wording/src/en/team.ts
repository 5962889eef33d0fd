/** The page of the insurer's digital team. */
export default {
  bar: "Digital team",
  "signIn.title": "Digital team",
  "signIn.lead": "For the people who look after this portal. What you do here is recorded in your name.",
  "home.title": "What you can do here",
  "home.lead": "Your work account decides. If something is missing, ask your manager for it.",
  "home.later": "This page does not offer it yet.",
  "role.look.title": "See what happens",
  "role.look": "How many people start, finish or get stuck, and where. In numbers only, never by name.",
  "role.edit.title": "Prepare changes",
  "role.edit": "Draft changes to a brand’s sentences, hours and look.",
  "role.publish.title": "Publish changes",
  "role.publish": "Approve and publish what someone else prepared.",
  "role.operate.title": "Announce maintenance",
  "role.operate": "Close the portal of a brand for planned maintenance, and open it again.",
} as const;
