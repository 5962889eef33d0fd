import { faultMessage } from "@vestibule/api/platform/fault-code.rule.ts";
import { type BrandFaultCode, type BrandFinding, locationOf } from "@vestibule/contract/brand/brand-fault.ts";
import { SaxesParser, type SaxesTagNS } from "saxes";

/** A wordmark is inlined in the page; every other drawing is loaded as a separate image. */
export type DrawingUse = "wordmark" | "image";

/** `svg` is serialised from the parsed tree: no byte that the parser did not understand is served. */
export type DrawingResult = { kind: "read"; svg: string } | { kind: "invalid"; findings: BrandFinding[] };

type Report = (reason: string, code: BrandFaultCode, position?: number) => void;

const svgNamespace = "http://www.w3.org/2000/svg";
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const elements = words(
  "svg g defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern title desc style",
);
const textElements = words("title desc style");
const attributes = words(
  `id class href lang role aria-hidden aria-label version transform viewBox preserveAspectRatio
  d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height points pathLength offset
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity display visibility overflow
  clip-path clip-rule mask mask-type paint-order vector-effect shape-rendering
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits
  patternUnits patternContentUnits patternTransform`,
);
/** Not allowed in a wordmark: they could match a style rule or an id of the page. */
const notInWordmark = words("id class href style");

const paints = words("fill stroke color stop-color");
/** A keyword, a hexadecimal colour, or a functional notation with numbers. */
const plainColour = /^(?:[a-z]+|#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/-]+\))$/i;

/** A backslash is refused because a CSS escape can hide a function's name. */
const outsideReference = /\\|url\(\s*["']?(?!["']?#)|@import|(?:image|image-set|cross-fade|src)\(/i;

/** Groups within groups; drawings have a few. The parser looks a name up in each of them. */
const mostNested = 100;
/** More than anyone mends at once; reading ends there. */
const mostFindings = 50;

/** Parses a drawing as strict XML and allows only known shapes: no script, event handler or external resource. */
export function readDrawing(source: string, use: DrawingUse): DrawingResult {
  const findings: BrandFinding[] = [];
  const openElements: { name: string; tagEnd: number }[] = [];
  const written: string[] = [];
  let tagStart = 0;
  const parser = new SaxesParser({ xmlns: true });
  const report: Report = (reason, code, position = parser.position) => {
    findings.push({ location: locationOf(source, position), reason, code });
    if (findings.length >= mostFindings) throw new EndOfReading();
  };
  const readText = (text: string) => {
    const element = openElements.at(-1)?.name ?? "";
    if (!textElements.has(element)) {
      if (text.trim() !== "") report("text is not allowed here: draw letters as paths", "svgText");
    } else if (element === "style" && outsideReference.test(text)) {
      report("refers to something outside the drawing", "svgOutside");
    } else {
      written.push(escapeMarkup(text));
    }
  };

  parser.on("opentagstart", () => {
    tagStart = source.lastIndexOf("<", parser.position);
  });
  parser.on("opentag", (tag) => {
    const parent = openElements.at(-1)?.name;
    if (parent === undefined && tag.name !== "svg") report("must begin with <svg", "svg", tagStart);
    if (parent !== undefined && textElements.has(parent)) report(`<${parent}> holds text alone`, "svg", tagStart);
    const attributes = writeAttributes(tag, use, (reason, code) => report(reason, code, tagStart));
    written.push(`<${tag.name}${attributes}`, ">");
    openElements.push({ name: tag.name, tagEnd: written.length });
    if (openElements.length <= mostNested) return;
    report(`has more than ${mostNested} elements within each other`, "svg", tagStart);
    throw new EndOfReading();
  });
  parser.on("closetag", ({ name }) => {
    const isEmpty = openElements.pop()?.tagEnd === written.length;
    if (isEmpty) written[written.length - 1] = "/>";
    else written.push(`</${name}>`);
  });
  parser.on("text", readText);
  parser.on("cdata", readText);
  parser.on("doctype", () => report("a document type is not allowed", "svg"));
  parser.on("processinginstruction", () => report("a processing instruction is not allowed", "svg"));
  try {
    parser.write(source).close();
  } catch (fault) {
    if (fault instanceof EndOfReading) return { kind: "invalid", findings };
    const [, location = "1:1", reason = ""] = /^(\d+:\d+): (.*)$/.exec(faultMessage(fault)) ?? [];
    findings.push({ location, reason: `cannot be read as XML: ${reason}`, code: "svg" });
  }
  const svg = written.join("");
  if (use === "wordmark" && !/ (?:fill|stroke|color)="(?!none")/.test(svg))
    report("must be drawn in currentColor, so that it reads on light and on dark, or in fixed colours", "svgPaint", 0);
  return findings.length > 0 ? { kind: "invalid", findings } : { kind: "read", svg };
}

class EndOfReading extends Error {}

function writeAttributes(tag: SaxesTagNS, use: DrawingUse, report: Report): string {
  const { name, uri } = tag;
  const isKnown = elements.has(name) && (uri === svgNamespace || uri === "");
  if (!isKnown || (use === "wordmark" && notInWordmark.has(name)))
    report(`<${name}> is not allowed in a ${use}`, "svgElement");
  if (name === "svg" && !isViewBox(tag.attributes.viewBox?.value))
    report("<svg> needs a viewBox: x, y, width and height, as in 0 0 100 32", "svgViewBox");
  let written = name === "svg" ? ` xmlns="${svgNamespace}"` : "";
  for (const { name: key, value } of Object.values(tag.attributes)) {
    if (key === "xmlns" || key === "xmlns:xlink") continue;
    const target = key === "xlink:href" ? "href" : key;
    if (!attributes.has(target)) report(`${key} is not allowed`, "svgAttribute");
    else if (use === "wordmark" && notInWordmark.has(target))
      report(`${key} is not allowed in a wordmark`, "svgAttribute");
    else if (use === "wordmark" && paints.has(target) && !plainColour.test(value))
      report(`${key} takes a plain colour in a wordmark`, "svgPaint");
    else if (target === "href" ? !value.startsWith("#") : outsideReference.test(value))
      report(`${key} refers to something outside the drawing`, "svgOutside");
    written += ` ${target}="${escapeMarkup(value)}"`;
  }
  return written;
}

function isViewBox(value = ""): boolean {
  const numbers = value
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) && numbers.slice(2).every((size) => size > 0);
}

/** Escapes text so that XML and HTML parse it the same. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
