import { expect, it } from "vitest";
import { pageStyles } from "./page-styles.server.ts";

it("leaves out comments, which could end the style element", () => {
  const css = pageStyles({ tokensCss: "/* </style><script> */ :root { --line: #e0d7c7; /* soft */ }" });
  expect(css).not.toContain("<");
  expect(css).toContain(":root { --line: #e0d7c7;  }");
});
