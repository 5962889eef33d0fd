export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];
export type TokenValues = Record<Scheme, Map<string, string>>;

/** Colours that a brand sets for light and for dark. */
export const colourTokens = [
  "--surface",
  "--surface-raised",
  "--surface-sunken",
  "--text",
  "--text-quiet",
  "--line",
  "--line-strong",
  "--action",
  "--action-hover",
  "--on-action",
  "--accent",
  "--on-accent",
  "--focus",
  "--success",
  "--success-surface",
  "--caution",
  "--caution-surface",
  "--error",
  "--error-surface",
  "--panel",
  "--panel-ink",
  "--panel-shape-1",
  "--panel-shape-2",
  "--panel-shape-3",
] as const;
export type ColourToken = (typeof colourTokens)[number];

/** Also set for both schemes, but not a measurable colour. */
export const shadowToken = "--shadow";

export const lengthTokens = ["--radius-small", "--radius", "--radius-large", "--line-width"] as const;
export const typeTokens = ["--font-text", "--font-display", "--weight-display"] as const;

/** Every token: a brand must set each of them and nothing else. */
export const allTokens: ReadonlySet<string> = new Set([...colourTokens, shadowToken, ...lengthTokens, ...typeTokens]);

export const tokensOfBothSchemes: readonly string[] = [...colourTokens, shadowToken];

export interface ContrastPair {
  ink: ColourToken;
  ground: ColourToken;
  /** 4.5 for text; 3 for field outlines and the focus ring (WCAG 2.2, 1.4.3 and 1.4.11). */
  atLeast: 4.5 | 3;
}

const surfaces = ["--surface", "--surface-raised", "--surface-sunken"] as const;
const notices = ["--success-surface", "--caution-surface", "--error-surface"] as const;
const words = ["--text", "--text-quiet", "--action", "--action-hover"] as const;
const states = ["--success", "--caution", "--error"] as const;

function pairs(inks: readonly ColourToken[], grounds: readonly ColourToken[], atLeast: 4.5 | 3): ContrastPair[] {
  return grounds.flatMap((ground) => inks.map((ink) => ({ ink, ground, atLeast })));
}

/** Every pair of colours that can be adjacent on a page. */
export const contrastPairs: readonly ContrastPair[] = [
  ...pairs([...words, ...states], surfaces, 4.5),
  ...pairs(["--text", "--text-quiet", "--action"], notices, 4.5),
  ...states.flatMap((state) => pairs([state], [`${state}-surface`], 4.5)),
  ...pairs(["--on-action"], ["--action", "--action-hover"], 4.5),
  ...pairs(["--on-accent"], ["--accent"], 4.5),
  ...pairs(["--panel-ink"], ["--panel"], 4.5),
  ...pairs(["--line-strong"], [...surfaces, ...notices], 3),
  // A --surface line separates the ring from its element, so the action colour is measured on --surface above.
  ...pairs(["--focus"], [...surfaces, ...notices], 3),
];
