const drawings = {
  attention: "M10 5.5v5.25M10 13.75v.25M10 1.75a8.25 8.25 0 1 0 0 16.5 8.25 8.25 0 0 0 0-16.5Z",
  information: "M10 9.25v5M10 6v.25M10 1.75a8.25 8.25 0 1 0 0 16.5 8.25 8.25 0 0 0 0-16.5Z",
  done: "m6 10.25 2.75 2.75L14 7.5M10 1.75a8.25 8.25 0 1 0 0 16.5 8.25 8.25 0 0 0 0-16.5Z",
  clock: "M10 5.5V10l3 2M10 1.75a8.25 8.25 0 1 0 0 16.5 8.25 8.25 0 0 0 0-16.5Z",
  tick: "m4 10.5 4 4 8-9",
  telephone:
    "M6.6 2.5H4A1.6 1.6 0 0 0 2.4 4.2c.5 7.2 6.2 12.9 13.4 13.4a1.6 1.6 0 0 0 1.7-1.6v-2.6l-4-1.6-1.6 2a11 11 0 0 1-5.7-5.7l2-1.6-1.6-4Z",
  chat: "M3 4.5h14v9.25H9.5L5.75 17v-3.25H3V4.5Z",
  arrow: "M3.5 10h13M11.5 5l5 5-5 5",
  home: "M3 9 10 3l7 6v8h-4.5v-5h-5v5H3V9Z",
  back: "M16.5 10h-13M8.5 5l-5 5 5 5",
  person: "M10 10a3.6 3.6 0 1 0 0-7.2A3.6 3.6 0 0 0 10 10Zm-7 7.5c.7-3 3.5-4.9 7-4.9s6.3 1.9 7 4.9",
  key: "M12.5 11.5a4.25 4.25 0 1 0-4-2.8L2.5 14.7v2.8h2.8v-2h2v-2h1.2l1.6-1.6c.7.4 1.5.6 2.4.6ZM13.75 6.25v.1",
  envelope: "M2.5 4.5h15v11h-15v-11Zm0 .75 7.5 5.5 7.5-5.5",
  globe:
    "M10 1.75a8.25 8.25 0 1 0 0 16.5 8.25 8.25 0 0 0 0-16.5ZM2 10h16M10 1.75c2.2 2.3 3.3 5 3.3 8.25s-1.1 5.95-3.3 8.25c-2.2-2.3-3.3-5-3.3-8.25S7.8 4.05 10 1.75Z",
  onward: "m7.5 4.5 5.5 5.5-5.5 5.5",
  shield: "M10 2 3.5 4.5v5c0 4 2.7 7 6.5 8.5 3.8-1.5 6.5-4.5 6.5-8.5v-5L10 2Z",
  lock: "M4 9h12v8.5H4V9Zm2.5 0V6.25a3.5 3.5 0 0 1 7 0V9M10 12.25v2",
  enter: "M10.5 3H16.5v14h-6M3 10h9.5M8.75 6.25 12.5 10l-3.75 3.75",
  apps: "M3 3h5.5v5.5H3V3Zm8.5 0H17v5.5h-5.5V3ZM3 11.5h5.5V17H3v-5.5Zm8.5 0H17V17h-5.5v-5.5Z",
  card: "M2.5 4h15v12h-15V4Zm5 6.25a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Zm-2.6 3.25c.3-1.2 1.300-1.9 2.6-1.9s2.300.7 2.6 1.9M12.5 8h2.5M12.5 11.5h2.5",
  devices: "M11 14.5H2.5V4h13v2.5M12.5 8.5H18v8.5h-5.5V8.5ZM6 17.5h4",
  list: "M7 5h10.5M7 10h10.5M7 15h10.5M3 5h.2M3 10h.2M3 15h.2",
  file: "M4.5 2h7l4 4v12h-11V2Zm7 0v4h4M7.5 10.5h5M7.5 13.75h5",
  password: "M2 5.5h16v9H2v-9ZM6 10h.2M10 10h.2M14 10h.2",
  confirmation: "M5.5 2h9v16h-9V2Zm2.25 8 1.5 1.5 3-3.25",
  stop: "M10 1.75a8.25 8.25 0 1 0 0 16.5 8.25 8.25 0 0 0 0-16.5ZM4.25 4.25l11.5 11.5",
  reference: "M7.75 2.5 5.75 17.5M14.25 2.5l-2 15M3.5 7h14M2.5 13h14",
  again: "M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.5V6H13",
} as const;

export type IconName = keyof typeof drawings;

/** Decorative icon next to text of the same meaning; hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
