import { describe, expect, it } from "vitest";
import type { FieldError } from "./field-error.ts";
import { checkPin, checkSecurityCode, normaliseCode, normalisePin, tidyPin } from "./security-code.rule.ts";
import { tidyDigits } from "./text.rule.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";

describe("a code and a PIN", () => {
  it.each([
    ["123456", "accepted"],
    ["123 456", "accepted"],
    ["123-456", "accepted"],
    ["12345", "incomplete"],
    ["1234567", "incomplete"],
    ["１２３４５６", "incomplete"],
    ["12345a", "incomplete"],
    ["+12345", "incomplete"],
    ["", "required"],
  ])("the code «%s» is %s", (value, verdict) => {
    expect(key(checkSecurityCode(value))).toBe(verdict);
  });

  it.each([
    ["AB12CD34", "accepted"],
    ["ab12 cd34", "accepted"],
    ["AB12CD3", "incomplete"],
    ["AB12CD345", "incomplete"],
    ["AB12CD3!", "incomplete"],
    ["", "required"],
  ])("the PIN «%s» is %s", (value, verdict) => {
    expect(key(checkPin(value))).toBe(verdict);
  });

  it("drop pasted spaces and dashes", () => {
    expect(normaliseCode("123 456")).toBe("123456");
    expect(normaliseCode("123\u2013456")).toBe("123456");
    expect(normalisePin("ab12-cd34")).toBe("AB12CD34");
  });

  it("accept digits only, or letters and digits only, in their field", () => {
    expect(tidyDigits("12a3")).toBe("123");
    expect(tidyDigits("Votre code : １２３\u00a0456.")).toBe("123456");
    expect(tidyPin(" ab12!cd*34é")).toBe("AB12CD34");
  });
});
