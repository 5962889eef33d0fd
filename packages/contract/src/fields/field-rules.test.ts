import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDateOfBirth, dateInZone, joinDate } from "./date-of-birth.rule.ts";
import { checkEmail, checkEmailConfirmation, maskEmail, normaliseEmail } from "./email.rule.ts";
import type { FieldFault } from "./field-fault.ts";
import { checkLicence, normaliseLicence } from "./licence.rule.ts";
import { checkNewPassword, checkPasswordConfirmation, passwordRuleStates, specialCharacters } from "./password.rule.ts";
import { checkName, foldName, personKey, shortenName } from "./person-name.rule.ts";
import { checkPolicyNumber, formatPolicyNumber, maskPolicyNumber, policyNumberLength } from "./policy-number.rule.ts";
import { checkPostalCode, formatPostalCode, normalisePostalCode, provinceOfPostalCode } from "./postal-code.rule.ts";
import { checkPin, checkSecurityCode, normaliseCode, normalisePin } from "./security-code.rule.ts";
import { checkTelephone, formatTelephone, maskTelephone, normaliseTelephone } from "./telephone.rule.ts";
import { tidyText } from "./text.rule.ts";

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

describe("an e-mail address", () => {
  it.each([
    ["a@bc.de", "accepted"],
    [`${"a".repeat(64)}@${"b".repeat(10)}.ca`, "accepted"],
    ["", "required"],
    ["   ", "required"],
    ["a@b", "format"],
    ["a@b.ca", "format"],
    ["@x.ca", "format"],
    ["a@bc.d", "format"],
    ["a..b@exemple.ca", "format"],
    ["a b@exemple.ca", "format"],
    ["a@exemple.ca.", "format"],
    ["a@-exemple.ca", "format"],
    ["a@exemple.123", "format"],
    ["a@@exemple.ca", "format"],
  ])("«%s» is %s", (value, verdict) => {
    expect(key(checkEmail(value))).toBe(verdict);
  });

  it("A-065 has 79 characters at the most", () => {
    const domain = `${"d".repeat(30)}.ca`;
    const of = (length: number) => `${"a".repeat(length - domain.length - 1)}@${domain}`;
    expect(of(79)).toHaveLength(79);
    expect(key(checkEmail(of(79)))).toBe("accepted");
    expect(key(checkEmail(of(80)))).toBe("maxlength");
  });

  it("A-058 is one address whatever its case and the space around it", () => {
    expect(normaliseEmail(" Jean@EXEMPLE.CA ")).toBe("jean@exemple.ca");
  });

  it.each(["ａ@exemple.ca", "a＠exemple.ca", "victim＠evil.ca@exemple.ca", "a@ｅxemple.ca"])(
    "A-059 «%s» is refused, full-width forms never become another address",
    (value) => {
      expect(normaliseEmail(value)).toBeUndefined();
    },
  );

  it("A-061 an accent composed or decomposed in the domain is one address", () => {
    expect(normaliseEmail("a@caf\u00e9x.ca")).toBe(normaliseEmail("a@cafe\u0301x.ca"));
    expect(normaliseEmail("a@caf\u00e9x.ca")).toMatch(/^a@xn--/);
    expect(normaliseEmail("\u00e9t\u00e9@exemple.ca")).toBeUndefined();
  });

  it("A-062 an internationalised domain is its A-label, invisible characters are refused", () => {
    expect(normaliseEmail("a@québec.ca")).toBe("a@xn--qubec-csa.ca");
    expect(normaliseEmail("a@xn--qubec-csa.ca")).toBe("a@xn--qubec-csa.ca");
    expect(normaliseEmail("a@exa\u00admple.ca")).toBeUndefined();
    expect(normaliseEmail("a@exa\u200dmple.ca")).toBeUndefined();
  });

  it.each([
    '"e@evil.ca"@victim.ca',
    "<evil@exemple.ca>",
    "a(b)@exemple.ca",
    "a@[127.0.0.1]",
    "a@exemple.ca,b@exemple.ca",
    "a@exemple.ca\u0000",
  ])("A-064 «%s» is refused", (value) => {
    expect(key(checkEmail(value))).toBe("format");
  });

  it("is confirmed by the same address in any case, and by no other", () => {
    expect(key(checkEmailConfirmation("A@EXEMPLE.ca", "a@exemple.ca"))).toBe("accepted");
    expect(key(checkEmailConfirmation("b@exemple.ca", "a@exemple.ca"))).toBe("match");
    expect(key(checkEmailConfirmation("", "a@exemple.ca"))).toBe("required");
    expect(key(checkEmailConfirmation("abc", "abc"))).toBe("match");
  });

  it("A-031 is masked to its first letter, its domain whole only for providers everybody uses", () => {
    expect(maskEmail("marie@gmail.com")).toBe("m•••@gmail.com");
    expect(maskEmail("marie@entreprise-familiale.ca")).toBe("m•••@e•••.ca");
  });

  it("normalises to what normalises to itself", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (value) => {
        const once = normaliseEmail(value);
        expect(once === undefined ? undefined : normaliseEmail(once)).toBe(once);
      }),
    );
  });
});

describe("a name", () => {
  it.each([
    ["Jo", "accepted"],
    ["J", "minlength"],
    ["", "required"],
    ["Zoé-Ève d’Astous", "accepted"],
    ["O'Neil", "accepted"],
    ["St. John", "accepted"],
    ["Lœtitia", "accepted"],
    ["1x", "format"],
    ["<b>x", "format"],
    ["=cmd", "format"],
    ["😀😀", "format"],
    ["Jean\u202e", "format"],
    ["\u200b\u200b", "required"],
    ["a".repeat(254), "accepted"],
    ["a".repeat(255), "maxlength"],
  ])("A-079 «%s» is %s", (value, verdict) => {
    expect(key(checkName(value))).toBe(verdict);
  });

  it.each([
    ["St-Pierre", "Saint Pierre"],
    ["Ste. Marie", "sainte-marie"],
    ["Lœtitia", "Loetitia"],
    ["D’Amours", "d'amours"],
    ["Élodie", "elodie"],
    ["Jean-François", "JEAN FRANCOIS"],
  ])("«%s» and «%s» are one name", (left, right) => {
    expect(foldName(left)).toBe(foldName(right));
  });

  it("makes one person with its birth date, and another with another date", () => {
    const jean = { firstName: "Jean", lastName: "St-Onge", dateOfBirth: "1950-01-02" };
    expect(personKey(jean)).toBe(personKey({ ...jean, lastName: "Saint Onge" }));
    expect(personKey(jean)).not.toBe(personKey({ ...jean, dateOfBirth: "1950-01-03" }));
  });

  it("A-080 is cut on a grapheme, never in half a character", () => {
    const name = `${"a".repeat(23)}👩‍🚀${"b".repeat(20)}`;
    expect(shortenName(name, 24)).toBe(`${"a".repeat(23)}…`);
    expect(shortenName(name, 25)).toBe(`${"a".repeat(23)}👩‍🚀…`);
    expect(shortenName("Zoé", 24)).toBe("Zoé");
  });
});

describe("a policy number", () => {
  const lengths = { policyNumberLength: { default: 9, provinces: { qc: 7 } } };

  it.each([
    ["ABC-1234", 7, "accepted"],
    ["abc 1234", 7, "accepted"],
    ["ABC123", 7, "length"],
    ["ABC12345", 7, "length"],
    ["ABC123456", 9, "accepted"],
    ["ABC1234567", 9, "length"],
    ["", 7, "required"],
    ["ABC-12%4", 7, "format"],
    ["ABC_123", 7, "format"],
  ])("«%s» of %i characters is %s", (value, length, verdict) => {
    expect(key(checkPolicyNumber(value, length))).toBe(verdict);
  });

  it("has the brand's length, and the province's own where the brand says so", () => {
    expect(policyNumberLength(lengths, "qc")).toBe(7);
    expect(policyNumberLength(lengths, "on")).toBe(9);
  });

  it("is shown as it is printed, and masked to its last two characters", () => {
    expect(formatPolicyNumber("abc1234")).toBe("ABC-1234");
    expect(formatPolicyNumber("abc123456")).toBe("ABC123456");
    expect(maskPolicyNumber("ABC1234")).toBe("•••••34");
  });
});

describe("a postal code", () => {
  it.each([
    ["k1a0b1", "accepted"],
    ["K1A 0B1", "accepted"],
    ["K1A 0B1\n", "format"],
    ["K1A-0B1", "format"],
    ["D1A 0B1", "format"],
    ["W1A 0B1", "format"],
    ["Z1A 0B1", "format"],
    ["KOA 0B1", "format"],
    ["K1O 0B1", "format"],
    ["K1A 0B", "format"],
    ["", "required"],
  ])("A-083 «%s» is %s", (value, verdict) => {
    expect(key(checkPostalCode(value))).toBe(verdict);
  });

  it("is stored without its space, shown with it, and tells its province where it lies in one alone", () => {
    expect(normalisePostalCode(" h2x 1y4 ")).toBe("H2X1Y4");
    expect(formatPostalCode("h2x1y4")).toBe("H2X 1Y4");
    expect(provinceOfPostalCode("h2x1y4")).toBe("qc");
    expect(provinceOfPostalCode("X0A 0H0")).toBeUndefined();
  });
});

describe("a telephone number", () => {
  it.each([
    ["514-555-0142", "accepted"],
    ["5145550142", "accepted"],
    ["(514) 555 0142", "accepted"],
    ["114-555-0142", "phone"],
    ["514-155-0142", "phone"],
    ["514-555-014", "phone"],
    ["514-555-01423", "phone"],
    ["51４-555-0142", "phone"],
    ["+1 514-555-0142", "phone"],
    ["514-CALL-NOW", "phone"],
    ["", "required"],
  ])("A-085 «%s» is %s", (value, verdict) => {
    expect(key(checkTelephone(value))).toBe(verdict);
  });

  it("is sent as ten digits, shown with dashes, masked to its last two digits", () => {
    expect(normaliseTelephone("514-555-0142")).toBe("5145550142");
    expect(formatTelephone("5145550142")).toBe("514-555-0142");
    expect(maskTelephone("5145550142")).toBe("•••-•••-••42");
  });
});

describe("a date of birth", () => {
  const today = "2026-11-21";

  it.each([
    ["2010-11-21", "accepted"],
    ["2010-11-22", "age"],
    ["1926-11-21", "accepted"],
    ["1925-11-22", "accepted"],
    ["1925-11-21", "age"],
    ["1990-02-30", "date"],
    ["1990-2-3", "date"],
    ["2000-02-29", "accepted"],
    ["1900-13-01", "date"],
    ["", "required"],
  ])("A-082 %s is %s on the 21st of November 2026", (value, verdict) => {
    expect(key(checkDateOfBirth(value, { today }))).toBe(verdict);
  });

  it("A-082 is judged on the province's own date", () => {
    const moment = new Date("2026-11-21T03:15:00Z");
    expect(dateInZone(moment, "America/St_Johns")).toBe("2026-11-20");
    expect(dateInZone(new Date("2026-11-21T04:15:00Z"), "America/St_Johns")).toBe("2026-11-21");
    expect(dateInZone(new Date("2026-11-21T04:15:00Z"), "America/Vancouver")).toBe("2026-11-20");
  });

  it("is joined from its three parts, padded", () => {
    expect(joinDate({ day: "1", month: "2", year: "1950" })).toBe("1950-02-01");
    expect(joinDate({ day: "", month: "", year: "" })).toBe("");
    expect(key(checkDateOfBirth(joinDate({ day: "1", month: "", year: "1950" }), { today }))).toBe("date");
  });
});

describe("a driver licence", () => {
  it.each([
    ["qc", "T1234-567890-12", "accepted"],
    ["qc", "T1234-567890-1", "mask"],
    ["qc", "T1234-567890-123", "mask"],
    ["on", "A1234-56789-01234", "accepted"],
    ["on", "A1234-56789-0123", "mask"],
    ["ab", "123456", "accepted"],
    ["ab", "AB1234-567", "accepted"],
    ["ab", "12345", "mask"],
    ["ab", "1234567", "mask"],
    ["bc", "1234567", "accepted"],
    ["bc", "123456", "mask"],
    ["bc", "12345678", "mask"],
    ["ns", "SMITH123456789", "accepted"],
    ["ns", "SMI__123456789", "accepted"],
    ["ns", "SMITH12345678", "mask"],
    ["other", "X".repeat(30), "accepted"],
    ["other", "X".repeat(31), "maxlength"],
    ["mb", "X".repeat(25), "accepted"],
    ["mb", "X".repeat(26), "maxlength"],
  ] as const)("of %s «%s» is %s", (province, value, verdict) => {
    expect(key(checkLicence(value, province, { presence: "required" }))).toBe(verdict);
  });

  it("may be left out only where it is optional", () => {
    expect(key(checkLicence("", "qc", { presence: "optional" }))).toBe("accepted");
    expect(key(checkLicence(" - ", "qc", { presence: "required" }))).toBe("required");
  });

  it("is compared without dashes, spaces and case", () => {
    expect(normaliseLicence("t1234-567890 12")).toBe("T123456789012");
  });
});

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

  it("drop what pasting brings along", () => {
    expect(normaliseCode("123 456")).toBe("123456");
    expect(normalisePin("ab12-cd34")).toBe("AB12CD34");
  });
});

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

it("A-179 text loses the space in front and keeps one between words, whatever kind it was", () => {
  expect(tidyText("\u00a0 \t Jean\u3000\u00a0 Roy ")).toBe("Jean Roy ");
});
