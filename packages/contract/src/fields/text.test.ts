import { expect, it } from "vitest";
import { tidyText } from "./text.rule.ts";

it("A-179 text loses the space in front and keeps one between words, whatever kind it was", () => {
  expect(tidyText("\u00a0 \t Jean\u3000\u00a0 Roy ")).toBe("Jean Roy ");
});
