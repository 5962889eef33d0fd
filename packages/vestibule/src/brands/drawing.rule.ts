import type { Finding } from "./brand-fault.ts";

/** A wordmark is written into the page; every other drawing is fetched as an image of its own. */
export type DrawingUse = "wordmark" | "image";

const shapes =
  "svg g defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern title desc";
const elements: Record<DrawingUse, ReadonlySet<string>> = {
  wordmark: new Set(shapes.split(" ")),
  image: new Set(`${shapes} style`.split(" ")),
};

const tag = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y;
const comment = /<!--(?:(?!--)[\s\S])*-->/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Whether a drawing is nothing but a drawing: known shapes, no script, no event, nothing fetched.
 * An allow-list read by a strict grammar, so that what is not understood is refused.
 */
export function checkDrawing(svg: string, use: DrawingUse): Finding[] {
  const findings: Finding[] = [];
  const found = (position: number, reason: string) => findings.push({ place: lineAt(svg, position), reason });
  if (!/^\s*<svg\s/.test(svg)) found(0, "must begin with <svg");
  for (let position = svg.indexOf("<"); position >= 0; position = svg.indexOf("<", position)) {
    const passed = matchAt(comment, svg, position) ?? readTag(position);
    if (!passed) {
      found(position, "cannot be read as a plain SVG element");
      return findings;
    }
    position += passed[0].length;
  }
  if (/&(?!amp;|lt;|gt;|quot;|apos;|#\d+;|#x[\da-f]+;)/i.test(svg)) found(0, "uses an entity that is not known");
  if (/url\(\s*["']?(?!["']?#)|@import|javascript:|data:|image\(|image-set\(/i.test(svg))
    found(svg.search(/url\(|@import|javascript:|data:|image/i), "refers to something outside the drawing");
  if (use === "wordmark" && !svg.includes("currentColor"))
    found(0, "must be drawn in currentColor, so that it reads on light and on dark");
  return findings;

  function readTag(position: number) {
    const match = matchAt(tag, svg, position);
    if (!match) return undefined;
    const [, closing, name = "", attributes = ""] = match;
    if (!elements[use].has(name)) found(position, `<${name}> is not allowed in a ${use}`);
    if (name === "svg" && !closing && !/\sviewBox\s*=/.test(attributes)) found(position, "<svg> needs a viewBox");
    for (const [, key = "", double, single] of attributes.matchAll(attribute)) {
      const value = double ?? single ?? "";
      if (/^on/i.test(key)) found(position, `${key} is not allowed: a drawing runs nothing`);
      if (key === "style") found(position, "style attributes are not allowed: use attributes or <style>");
      if (/(^|:)href$/i.test(key) && !value.startsWith("#")) found(position, "refers to something outside the drawing");
      if (use === "wordmark" && key === "id") found(position, "id is not allowed: it could meet another on the page");
    }
    return match;
  }
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

function lineAt(text: string, position: number): string {
  const before = text.slice(0, Math.max(position, 0)).split("\n");
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
