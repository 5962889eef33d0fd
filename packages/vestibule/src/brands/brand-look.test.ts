import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contrast } from "@vestibule/contract/brand/contrast.rule.ts";
import { contrastPairs, schemes } from "@vestibule/contract/brand/token.table.ts";
import { checkTokens, readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDrawing } from "./drawing.rule.ts";
import { brandsDirectory, loadPlanted } from "./test/planted-brand.ts";

const css = readFileSync(join(brandsDirectory, "belair/tokens.css"), "utf8");
const reasons = (text: string) => checkTokens(text).map(({ location, reason }) => `${location}: ${reason}`);

describe("a contrast ratio", () => {
  it("is 21 between black and white, 1 between equal colours, and symmetric", () => {
    expect(contrast("#000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#0a84ff", "#0A84FF")).toBe(1);
    expect(contrast("#777777", "#fff")).toBeCloseTo(4.48, 2);
    expect(contrast("#fff", "#777777")).toBe(contrast("#777777", "#fff"));
  });
});

describe("a brand’s tokens", () => {
  const withValue = (token: string, value: string, occurrence: 0 | 1) => {
    let seen = -1;
    return css.replace(new RegExp(`${token}: [^;]+;`, "g"), (whole) => {
      seen += 1;
      return seen === occurrence ? `${token}: ${value};` : whole;
    });
  };
  const pairsOfScheme = (["light", "dark"] as const).flatMap((scheme) =>
    contrastPairs.map((pair) => ({ scheme, ...pair })),
  );

  it.each(pairsOfScheme)("are refused where $ink is unreadable on $ground in $scheme", ({ scheme, ink, ground }) => {
    const colour = readTokens(css).values[scheme].get(ground) ?? "";
    const broken = withValue(ink, colour, scheme === "light" ? 0 : 1);
    expect(reasons(broken)).toContainEqual(
      expect.stringMatching(`^${scheme} ${ink}: ${ink} on ${ground} has a contrast of 1,`),
    );
  });

  it.each([
    ["a missing light token", css.replace(/--radius: [^;]+;/, ""), "light --radius: is missing"],
    ["a colour missing in dark", css.replace(/(dark[\s\S]*?)--error: [^;]+;/, "$1"), "dark --error: is missing"],
    ["a token set twice", css.replace("--text:", "--text: #000000; --text:"), /--text is set twice/],
    ["an unknown token", css.replace("--line-width", "--gap: 1px; --line-width"), /--gap is not a token/],
    ["a colour by name", withValue("--text", "black", 0), /--text must be a solid colour/],
    ["a colour with transparency", withValue("--text", "#00000080", 1), /--text must be a solid colour/],
    ["a length without a unit", withValue("--radius", "8", 0), /--radius must be a length/],
    ["a weight in words", withValue("--weight-display", "bold", 0), /--weight-display must be a weight/],
    ["something fetched", withValue("--shadow", "url(https://evil.example)", 0), /--shadow may not fetch/],
    ["another selector", `${css}\nbody { color: red; }`, /only :root/],
    ["another query", `${css}\n@media print { :root { --text: #000000; } }`, /only :root/],
    ["an import", `@import "https://evil.example";\n${css}`, /1:1: only :root/],
    ["an ordinary property", css.replace(":root {", ":root { color: red;"), /color is not a token/],
    ["a slip of the pen", css.replace("}", ""), /is not CSS/],
  ])("are refused with %s", (_fact, broken, reason) => {
    expect(broken).not.toBe(css);
    expect(reasons(broken)).toContainEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
  });

  /** Replaces each failing token with the first colour that its finding suggests. */
  function withNamedColours(text: string): string {
    const named = checkTokens(text).flatMap(({ location, reason }) => {
      const [, token = "", colour = ""] = /change (--[\w-]+) to (#[0-9a-f]{6})$/.exec(reason) ?? [];
      return [{ location, token, colour }];
    });
    const [light = "", dark = ""] = text.split("@media");
    const changed = { light, dark };
    for (const { location, token, colour } of named) {
      const scheme = schemes.find((one) => location.startsWith(`${one} `));
      if (scheme !== undefined)
        changed[scheme] = changed[scheme].replace(new RegExp(`${token}: [^;]+;`), `${token}: ${colour};`);
    }
    return `${changed.light}@media${changed.dark}`;
  }

  const actionColours = ["#c8102e", "#0033a0", "#00693c", "#0061a8", "#5b2b82", "#8a1538"];
  it.each(actionColours)("accept the action colour %s, or suggest colours that pass", (colour) => {
    for (const scheme of [0, 1] as const) {
      const tokens = withValue("--action", colour, scheme);
      expect(reasons(withNamedColours(tokens)).join("\n")).toBe("");
    }
  });

  it.each(actionColours)("accept %s as the light action colour without another focus colour", (colour) => {
    expect(reasons(withValue("--action", colour, 0)).filter((reason) => reason.includes("--focus"))).toEqual([]);
  });

  it("suggest the same hue at the nearest lightness that passes", () => {
    expect(reasons(withValue("--focus", "#f0c890", 0))[0]).toMatch(
      /^light --focus: --focus on --surface has a contrast of 1\.\d+, at least 3 is needed; change --focus to #[0-9a-f]{6}$/,
    );
  });

  it("report when no lightness passes on all backgrounds", () => {
    const between = withValue("--surface", "#6e6e6e", 0);
    expect(reasons(between)).toContainEqual(
      expect.stringMatching(
        /^light --text-quiet: --text-quiet on --surface .*; no lightness of this hue passes on all its grounds$/,
      ),
    );
  });

  it("stop the start with file, place and reason", async () => {
    const faults = await loadPlanted({
      files: { "tokens.css": (text) => text.replace("--text: #15211f", "--text: ink") },
    });
    expect(faults[0]).toBe("belair/tokens.css:5:3: --text must be a solid colour as #rrggbb");
  });
});

describe("A-149 a brand’s drawing", () => {
  const drawing = (inner: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" fill="currentColor">${inner}</svg>`;

  it.each([
    ["a script", "<script>alert(1)</script>"],
    ["a script under another name space", "<s:script>alert(1)</s:script>"],
    ["an event", '<path onload="alert(1)" d="M0 0"/>'],
    ["foreign content", "<foreignObject></foreignObject>"],
    ["a picture from elsewhere", '<image href="https://evil.example/a.png"/>'],
    ["a reference to elsewhere", '<use href="https://evil.example/a.svg#b"/>'],
    ["a reference in the old way", '<use xlink:href="data:image/svg+xml,x"/>'],
    ["a fill from elsewhere", '<path fill="url(https://evil.example/#a)" d="M0 0"/>'],
    ["a link", '<a href="#x"><path d="M0 0"/></a>'],
    ["an animation", '<animate attributeName="href" to="javascript:alert(1)"/>'],
    ["a style attribute", '<path style="fill:red" d="M0 0"/>'],
    ["an unquoted attribute", "<path d=M0 onload=alert(1) />"],
    ["a declaration", '<!ENTITY x "y">'],
    ["a declared entity", "<title>&x;</title>"],
    ["an open tag", "<path"],
    ["text among shapes", "<g>words</g>"],
    ["shapes inside a title", "<title><path d='M0 0'/></title>"],
    ["a CSS escape", '<path fill="\\75rl(https://evil.example/#a)" d="M0 0"/>'],
    ["an element of another name space", '<path xmlns="http://www.w3.org/1999/xhtml" d="M0 0"/>'],
    ["a processing instruction", "<?xml-stylesheet href='https://evil.example/a.css'?>"],
    ["an attribute that is not known", '<path data-x="1" d="M0 0"/>'],
    ["an attribute twice", '<path d="M0 0" d="M1 1"/>'],
  ])("is refused with %s", (_fact, inner) => {
    for (const use of ["image", "wordmark"] as const)
      expect(readDrawing(drawing(inner), use)).toEqual({ kind: "invalid", findings: expect.anything() });
  });

  it.each([
    ["a wordmark with a style sheet", drawing("<style>path{fill:red}</style>"), "wordmark"],
    ["a wordmark with an id", drawing('<path id="a" d="M0 0"/>'), "wordmark"],
    ["a wordmark in no colour", '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', "wordmark"],
    ["a wordmark with a fill by reference", drawing('<path fill="url(#a)" d="M0 0"/>'), "wordmark"],
    ["a wordmark with a fill from a variable", drawing('<path fill="var(--a)" d="M0 0"/>'), "wordmark"],
    ["a wordmark with a stroke that closes its attribute", drawing('<path stroke="red;x:y" d="M0 0"/>'), "wordmark"],
    ["a style sheet that imports", drawing("<style>@import 'x.css';</style>"), "image"],
    ["a drawing without a viewBox", "<svg ><path d='M0 0'/></svg>", "image"],
    ["a page instead of a drawing", "<html></html>", "image"],
  ] as const)("is refused as %s", (_fact, svg, use) => {
    expect(readDrawing(svg, use)).toMatchObject({ kind: "invalid" });
  });

  it.each(["none", "0 0 100", "0 0 100px 32px", "0 0 0 32", "0 0 100 -32"])("is refused with the viewBox %s", (box) => {
    const svg = drawing('<path d="M0 0"/>').replace("0 0 9 9", box);
    expect(readDrawing(svg, "wordmark")).toMatchObject({ kind: "invalid" });
  });

  it.each([
    ["many elements within each other", drawing("<g>".repeat(20_000) + "</g>".repeat(20_000)), "image"],
    ["many faults", drawing("<a/>".repeat(20_000)), "image"],
    [
      "many faults in one element",
      drawing(`<g ${Array.from({ length: 9000 }, (_, at) => `a${at}=""`).join(" ")}/>`),
      "image",
    ],
  ] as const)("A-413 is read to its first faults alone with %s", (_fact, svg, use) => {
    const result = readDrawing(svg, use);
    expect(result.kind === "invalid" && result.findings.length).toBeLessThanOrEqual(50);
    expect(result.kind === "invalid" && result.findings.at(-1)?.reason).toMatch(/^(has more than 100|<a> is|a\d+ is)/);
  });

  it("is accepted with groups within each other, as it was written", () => {
    const svg = drawing(`${"<g>".repeat(90)}<g/><path d="M0 0"/>${"</g>".repeat(90)}`);
    expect(readDrawing(svg, "image")).toEqual({ kind: "read", svg });
  });

  it("is accepted with shapes, gradients, comments and a dark style sheet", () => {
    const inner =
      '<!-- sea --><defs><linearGradient id="a"><stop/></linearGradient></defs><style>@media (prefers-color-scheme:dark){.a{fill:#123}}</style><rect fill="url(#a)"/><use href="#a"/>';
    expect(readDrawing(drawing(inner), "image")).toEqual({
      kind: "read",
      svg: drawing(inner.replace("<!-- sea -->", "")),
    });
  });

  it.each(["#c8102e", "#fff", "#0033a0cc", "navy", "rgb(200, 16, 46)", "hsl(210 50% 40% / 0.5)"])(
    "is accepted as a wordmark with its own colour %s",
    (colour) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" stroke="none" d="M0 0"/></svg>`;
      expect(readDrawing(svg, "wordmark")).toEqual({ kind: "read", svg });
    },
  );

  it("is served without markup that HTML parses differently from XML", () => {
    const comment = '<!--><form action="https://evil.example"><img src="x" onerror="alert(1)"></form> -->';
    const cdata = '<title><![CDATA[</title><img src="x" onerror="alert(1)">]]></title>';
    expect(readDrawing(drawing(`${comment}<path d="M0 0"/>${cdata}`), "wordmark")).toEqual({
      kind: "read",
      svg: drawing(
        '<path d="M0 0"/><title>&lt;/title&gt;&lt;img src=&quot;x&quot; onerror=&quot;alert(1)&quot;&gt;</title>',
      ),
    });
  });

  it("is served as plain tags and escaped text for any file content", () => {
    const pieces = fc.constantFrom(
      ..."<!--> <!-- --> --!> <![CDATA[ ]]> <?x ?> <!DOCTYPE <title> </title> <desc> </desc> <g> </g> <path/>".split(
        " ",
      ),
      ...['<path d="M0 0"/>', '<path fill="&lt;img onerror=&#39;1&#39;&gt;"/>', "&lt;img&gt;", "&#60;script&#62;", "x"],
      ...['<svg viewBox="0 0 1 1">', "</svg>", "<img src=x onerror=alert(1)>", "\u0000", "\r\n", "&amp;lt;"],
    );
    const plain =
      /^<svg xmlns="[\w:/.]+"(?: [\w-]+="[^"<>]*")*>(?:<\/?[\w-]+(?: [\w:-]+="[^"<>]*")*\/?>|[^<>])*<\/svg>$/;
    let served = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (inner) => {
        const read = readDrawing(drawing(`<path d="M0 0"/>${inner.join("")}`), "wordmark");
        if (read.kind !== "read") return;
        served += 1;
        expect(read.svg).toMatch(plain);
      }),
      { numRuns: 2000 },
    );
    expect(served).toBeGreaterThan(50);
  });

  it("stops the start with file, place and reason", async () => {
    const faults = await loadPlanted({
      files: { "panel.svg": (svg) => svg.replace("</svg>", "\n<script>alert(1)</script></svg>") },
    });
    expect(faults[0]).toMatch(/^belair\/panel\.svg:\d+:1: <script> is not allowed/);
  });

  it.each(["wordmark.svg", "panel.svg", "promo.svg", "tokens.css", "brand.json"])(
    "is reported as missing: %s",
    async (name) => {
      expect(await loadPlanted({ files: { [name]: undefined } })).toContainEqual(
        expect.stringMatching(`^belair/${name.replace(".", "\\.")}:: is missing`),
      );
    },
  );
});
