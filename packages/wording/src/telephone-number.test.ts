import { expect, it } from "vitest";
import { sayTelephone } from "./telephone-number.ts";

it("a toll-free number is written as each language writes it", () => {
  expect(sayTelephone("1-833-555-0120", "en")).toBe("1-833-555-0120");
  expect(sayTelephone("1-833-555-0120", "fr")).toBe("1\u00a0833\u00a0555-0120");
});
