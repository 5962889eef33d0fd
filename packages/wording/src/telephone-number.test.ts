import { expect, it } from "vitest";
import { formatTelephoneForText, telephoneLink } from "./format.ts";

it("a local number is shown without the 1, and dialled with the country code", () => {
  expect(formatTelephoneForText("514-555-0120", "en")).toBe("514-555-0120");
  expect(formatTelephoneForText("514-555-0120", "fr")).toBe("514\u00a0555-0120");
  expect(telephoneLink("514-555-0120")).toBe("tel:+15145550120");
  expect(telephoneLink("1-833-555-0120")).toBe("tel:+18335550120");
});

it("a toll-free number is shown in each language's format", () => {
  expect(formatTelephoneForText("1-833-555-0120", "en")).toBe("1-833-555-0120");
  expect(formatTelephoneForText("1-833-555-0120", "fr")).toBe("1\u00a0833\u00a0555-0120");
});
