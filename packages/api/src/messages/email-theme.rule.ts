/** Colours of an e-mail as literal values, because mail clients do not support custom properties. */
const plain = {
  light: {
    surface: "#f5f5f3",
    "surface-raised": "#ffffff",
    "surface-sunken": "#efefec",
    text: "#1a1a1a",
    "text-quiet": "#595959",
    line: "#d9d9d9",
    action: "#1f2937",
    "on-action": "#ffffff",
  },
  dark: {
    surface: "#121212",
    "surface-raised": "#1c1c1c",
    "surface-sunken": "#262626",
    text: "#f2f2f2",
    "text-quiet": "#b3b3b3",
    line: "#3a3a3a",
    action: "#d1d5db",
    "on-action": "#111827",
  },
};
export type MailPalette = typeof plain.light;

/** Reads the palettes from a brand's tokens; everything before the dark media query is the light palette. */
export function mailPalettes(tokensCss: string): { light: MailPalette; dark: MailPalette } {
  const [light = "", dark = ""] = tokensCss.split(/@media[^{]*prefers-color-scheme:\s*dark[^{]*\{/, 2);
  return { light: paletteIn(light, plain.light), dark: paletteIn(dark, plain.dark) };
}

export function mailRadius(tokensCss: string): string {
  return /--radius:\s*(0|\d{1,2}px)\s*;/.exec(tokensCss)?.[1] ?? "8px";
}

function paletteIn(css: string, otherwise: MailPalette): MailPalette {
  const found = Object.entries(otherwise).map(([name, colour]) => {
    const value = new RegExp(`--${name}:\\s*(#[0-9a-fA-F]{3,8})\\s*;`).exec(css)?.[1];
    return [name, value ?? colour];
  });
  return Object.fromEntries(found);
}
