import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldFault } from "./field-fault.ts";
import { checkNewPassword, checkPasswordConfirmation, passwordRuleStates, specialCharacters } from "./password.rule.ts";

const key = (fault: FieldFault | undefined) => fault?.key ?? "accepted";
const policy = {
  minLength: 10,
  maxLength: 64,
  lowercase: true,
  uppercase: true,
  digit: true,
  special: true,
  history: 5,
};
const password = (value: string, email = "jean.tremblay@exemple.example") =>
  key(checkNewPassword(value, { policy, email }));

describe("a new password", () => {
  it.each([
    ["Abcdefg1!x", "accepted"],
    ["Abcdefg1!", "minlength"],
    [`Aa1!${"x".repeat(60)}`, "accepted"],
    [`Aa1!${"x".repeat(61)}`, "maxlength"],
    ["abcdefg1!x", "uppercase"],
    ["ABCDEFG1!X", "lowercase"],
    ["Abcdefgh!x", "digit"],
    ["Abcdefgh1x", "special"],
    ["Abcd efgh 1!", "accepted"],
    ["", "required"],
  ])("«%s» is %s", (value, verdict) => {
    expect(password(value)).toBe(verdict);
  });

  it.each(["é", "😀", "\u0000", "\u00a0", "\t"])(
    "A-098 with «%s» is refused, and the fault names the character",
    (character) => {
      expect(checkNewPassword(`Abcdefg1!x${character}`, { policy, email: "" })).toEqual({
        key: "invalidCharacter",
        facts: { character },
      });
    },
  );

  it("A-100 must not hold a piece of the e-mail of four characters or more, in any case", () => {
    expect(checkNewPassword("xTREMBLAYx1!", { policy, email: "jean.tremblay@ab.example" })).toEqual({
      key: "containsEmail",
      facts: { piece: "tremblay" },
    });
    expect(password("Exemple123!x", "li@exemple.example")).toBe("containsEmail");
    expect(password("Abcdefg1!li", "li@ab.example")).toBe("accepted");
    expect(password("Abcdefg1!leo", "leo@ab.example")).toBe("accepted");
  });

  it("counts each symbol of the fixed set as special", () => {
    for (const symbol of specialCharacters) expect(password(`Abcdefgh1x${symbol}`)).toBe("accepted");
  });

  it("meets every rule of the live list exactly when it is accepted", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aB1! z"), minLength: 1, maxLength: 20 }), (value) => {
        const all = passwordRuleStates(value, { policy, email: "zzzz@ab.example" }).every((state) => state.met);
        expect(all).toBe(password(value, "zzzz@ab.example") === "accepted");
      }),
    );
  });

  it("lists only the rules that the brand's policy has on", () => {
    const rules = passwordRuleStates("", { policy: { ...policy, special: false }, email: "" }).map(
      (state) => state.rule,
    );
    expect(rules).toEqual(["minlength", "lowercase", "uppercase", "digit", "containsEmail"]);
  });

  it("is confirmed by itself alone", () => {
    expect(key(checkPasswordConfirmation("Abcdefg1!x", "Abcdefg1!x"))).toBe("accepted");
    expect(key(checkPasswordConfirmation("Abcdefg1!X", "Abcdefg1!x"))).toBe("match");
    expect(key(checkPasswordConfirmation("", "Abcdefg1!x"))).toBe("required");
  });
});
