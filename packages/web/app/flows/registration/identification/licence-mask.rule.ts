const takes: Readonly<Record<string, RegExp>> = { A: /[A-Z]/, "9": /\d/, "*": /[A-Z0-9]/, _: /[A-Z_]/ };

/** Formats a partly typed licence number by the province's mask; input that does not fit is unchanged. */
export function formatLicence(value: string, mask: string | undefined): string {
  const typed = value.toUpperCase();
  if (mask === undefined) return typed;
  const characters = [...typed.replace(/[\s-]/g, "")];
  let written = "";
  for (const place of mask) {
    if (characters.length === 0) return written;
    const shape = takes[place];
    if (shape === undefined) written += place;
    else if (shape.test(characters[0] ?? "")) written += characters.shift();
    else return typed;
  }
  return characters.length === 0 ? written : typed;
}
