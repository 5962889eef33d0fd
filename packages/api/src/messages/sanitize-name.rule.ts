/**
 * A name as a message displays it, or undefined when nothing is left. Removes control and direction characters, and
 * adds a space after each dot, slash, colon or @, so that no mail client detects a link in a name that an attacker
 * typed.
 */
export function sanitizeName(name: string): string | undefined {
  const shown = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/([.:/@\\]+)(?=\S)/g, "$1 ")
    .replace(/\s+/g, " ")
    .trim();
  return shown === "" ? undefined : shown;
}
