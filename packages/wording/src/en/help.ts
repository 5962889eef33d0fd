/** The help pages, beside the telephone number of every page. */
export default {
  "week.title": "Phone hours for the next seven days",
  "week.today": "{day}, today",
  "relay.title": "Relay services",
  "relay.text": "With a teletypewriter (TTY), dial 711 and give the relay operator our number: {number}.",
  "relay.video": "In sign language, call the same number through your video relay service (VRS).",
  "technical.title": "A problem with this site?",
  "technical.text": "Call technical support:",
  "more.hours": "Phone hours and relay services",
  "more.relay": "Relay services",
} as const;
