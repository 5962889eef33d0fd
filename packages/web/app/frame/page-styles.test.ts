import { expect, it } from "vitest";
import { pageStyles } from "./page-styles.server.ts";

it("leaves out comments, which could end the style element", () => {
  const css = pageStyles({ tokensCss: "/* </style><script> */ :root { --line: #e0d7c7; /* soft */ }" });
  expect(css).not.toContain("<");
  expect(css).toContain(":root { --line: #e0d7c7; }");
});

it("holds the brand's band as a URL that can end neither the style element nor its string", () => {
  const css = pageStyles({ tokensCss: "", bandSvg: `<svg fill="red" class='"'></style></svg>` });
  const [, url = ""] = /--band:url\("([^"]+)"\)/.exec(css) ?? [];
  expect(decodeURIComponent(url)).toBe(`data:image/svg+xml,<svg fill="red" class='"'></style></svg>`);
  expect(css).not.toContain("</style>");
});
