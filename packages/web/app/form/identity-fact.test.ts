import { expect, test } from "vitest";
import { identityFactRules } from "./identity-fact.rule.ts";

test("a mobile number may be left out only where it is optional, and has ten digits where it is typed", () => {
  const check = (value: string, isPhoneOptional?: boolean) =>
    identityFactRules("cellPhone", { today: "2026-11-21", ...(isPhoneOptional && { isPhoneOptional }) }).phone?.(
      value,
      {},
    );
  expect(check("")).toEqual({ key: "required" });
  expect(check("", true)).toBeUndefined();
  expect(check("514", true)).toEqual({ key: "phone" });
  expect(check("514-555-0142", true)).toBeUndefined();
});
