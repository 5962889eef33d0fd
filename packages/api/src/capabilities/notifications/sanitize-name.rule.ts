/**
 * A name as a message shows it. It was typed by somebody and travels to somebody's inbox: no control, no direction
 * mark, and nothing that a mail client would turn into a link, since a space after each dot, slash, colon or @ breaks
 * every address. Undefined where nothing is left.
 */
export function sanitizeName(name: string): string | undefined {
  const shown = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/([.:/@\\]+)(?=\S)/g, "$1 ")
    .replace(/\s+/g, " ")
    .trim();
  return shown === "" ? undefined : shown;
}
