import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compositionPolicy, passphrasePolicy } from "../../../../test/password-policy.ts";
import type { FieldError } from "./field-error.ts";
import { checkNewPassword, checkPasswordConfirmation, passwordRuleStates, specialCharacters } from "./password.rule.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";
const password = (value: string, email = "jean.tremblay@exemple.example") =>
  key(checkNewPassword(value, { policy: compositionPolicy, email }));

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

  it.each(["😀", "\u0000", "\u00a0", "\t", "中", "×", "ª", "Ａ", "\ud800", "x\u0301"])(
    "A-098 rejects «%s» and names the character in the fault",
    (character) => {
      expect(checkNewPassword(`Abcdefg1!x${character}`, { policy: compositionPolicy, email: "" })).toEqual({
        key: "invalidCharacter",
        facts: { character },
      });
    },
  );

  it.each(["é", "Î", "ç", "œ", "ÿ", "Ž", "ế"])("rejects «%s», a letter with an accent, by name", (letter) => {
    for (const form of ["NFC", "NFD"])
      expect(checkNewPassword(`Abcdefg1!${letter}`.normalize(form), { policy: compositionPolicy, email: "" })).toEqual({
        key: "invalidCharacter",
        facts: { character: letter },
      });
  });

  it("does not count a letter with an accent towards the required letters", () => {
    const metRules = (value: string) =>
      passwordRuleStates(value, { policy: compositionPolicy, email: "" }).flatMap((state) =>
        state.met ? [state.rule] : [],
      );
    expect(metRules("É1!")).not.toContain("uppercase");
    expect(metRules("é1!")).not.toContain("lowercase");
  });

  it("A-100 rejects a part of the e-mail with four or more characters, in any case", () => {
    expect(checkNewPassword("xTREMBLAYx1!", { policy: compositionPolicy, email: "jean.tremblay@ab.example" })).toEqual({
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

  it("meets every rule of the checklist exactly when it is accepted", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aB1! z"), minLength: 1, maxLength: 20 }), (value) => {
        const all = passwordRuleStates(value, { policy: compositionPolicy, email: "zzzz@ab.example" }).every(
          (state) => state.met,
        );
        expect(all).toBe(password(value, "zzzz@ab.example") === "accepted");
      }),
    );
  });

  it("lists only the rules that the brand's policy enables", () => {
    const rules = passwordRuleStates("", { policy: { ...compositionPolicy, special: false }, email: "" }).map(
      (state) => state.rule,
    );
    expect(rules).toEqual(["minlength", "lowercase", "uppercase", "digit", "containsEmail"]);
  });

  it("is confirmed only by itself", () => {
    expect(key(checkPasswordConfirmation("Abcdefg1!x", "Abcdefg1!x"))).toBe("accepted");
    expect(key(checkPasswordConfirmation("Abcdefg1!X", "Abcdefg1!x"))).toBe("match");
    expect(key(checkPasswordConfirmation("", "Abcdefg1!x"))).toBe("required");
  });
});

describe("a passphrase", () => {
  const passphrase = (value: string, email = "") => key(checkNewPassword(value, { policy: passphrasePolicy, email }));

  it.each([
    ["quatre vents d'été", "accepted"],
    ["où dorment les œufs", "accepted"],
    ["тихий ветер вечером", "accepted"],
    ["静かな夜の風が山から吹いてくる", "accepted"],
    ["हवा धीरे धीरे चलती है", "accepted"],
    ["quinze lettres!", "accepted"],
    ["quatorze lettr", "minlength"],
    ["x".repeat(65), "maxlength"],
    ["quatre vents d'été 😀", "invalidCharacter"],
    ["quatre vents à 20 €", "invalidCharacter"],
    ["", "required"],
  ])("«%s» is %s", (value, verdict) => {
    expect(passphrase(value)).toBe(verdict);
  });

  it("is counted in characters, in composed and decomposed form alike", () => {
    for (const form of ["NFC", "NFD"]) {
      expect(passphrase("é".repeat(14).normalize(form))).toBe("minlength");
      expect(passphrase("é".repeat(64).normalize(form))).toBe("accepted");
      expect(passphrase("é".repeat(65).normalize(form))).toBe("maxlength");
    }
  });

  it("is confirmed by the same characters, in composed and decomposed form alike", () => {
    expect(key(checkPasswordConfirmation("Été-1234".normalize("NFD"), "Été-1234".normalize("NFC")))).toBe("accepted");
  });

  it("rejects a part of the e-mail too, also with accents", () => {
    for (const name of ["tremblay", "trémblay"])
      expect(passphrase(`quatre vents ${name}`, "jean.tremblay@ab.example")).toBe("containsEmail");
  });

  it("lists only its length and the e-mail rule", () => {
    const rules = passwordRuleStates("", { policy: passphrasePolicy, email: "" }).map((state) => state.rule);
    expect(rules).toEqual(["minlength", "containsEmail"]);
  });
});
