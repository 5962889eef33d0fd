import { expect, it } from "vitest";
import { tidyText } from "./text.rule.ts";

it("A-179 drops leading space and collapses any white space between words to one space", () => {
  expect(tidyText("\u00a0 \t Jean\u3000\u00a0 Roy ")).toBe("Jean Roy ");
});
