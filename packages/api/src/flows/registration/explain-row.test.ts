import { explainEndingIds } from "@vestibule/catalogue/explain-ending.table.ts";
import { describe, expect, test } from "vitest";
import type { Account } from "../../accounts/account.store.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { policyPersonOf } from "../../directory/test/policy-person.ts";
import { endingsOfRow, type RowFacts } from "./explain-row.rule.ts";

const onFile = policyPersonOf({
  email: null,
  emailAsTyped: null,
  cellPhone: null,
  licenceProvince: null,
  licenceNumber: null,
});
const email = "maelle@courrier.example";
const account = { id: "account" } as Account;

function endings(values: Partial<PolicyPerson>, facts: Partial<RowFacts> = {}) {
  const row = { ...onFile, ...values };
  const byEmail = row.email !== null && row.registry === "smart" ? [row] : [];
  return endingsOfRow(row, { byEmail, onPolicy: [row], canSendSms: true, ...facts });
}

describe("a person of the book", () => {
  test.each<[string, Partial<PolicyPerson>, Partial<RowFacts>, string[]]>([
    ["chooses a password after a code to the email on file", { email }, {}, ["codeByEmail", "choosesPassword"]],
    ["cannot register without a contact", {}, {}, ["cannotRegister", "asksPolicyNumber", "noContact"]],
    [
      "cannot register without a postal code and an email",
      { cellPhone: "5145550142", postalCode: null },
      {},
      ["cannotRegister", "asksPolicyNumber", "noPostalCode"],
    ],
    [
      "cannot register with a number that gets no texts",
      { cellPhone: "8765550121" },
      {},
      ["cannotRegister", "asksPolicyNumber", "noContact", "mobileWithoutTexts"],
    ],
    [
      "cannot register by a mobile number on a server that sends no texts",
      { cellPhone: "5145550142" },
      { canSendSms: false },
      ["cannotRegister", "asksPolicyNumber", "noContact"],
    ],
    [
      "types an email after a code by text",
      { cellPhone: "5145550142" },
      {},
      ["asksPolicyNumber", "codeByText", "asksEmail"],
    ],
    [
      "confirms the email on file after a PIN",
      { email, pinHash: "hash" },
      {},
      ["codeByEmail", "pin", "confirmsEmail", "choosesPassword"],
    ],
    [
      "gives the licence on file as a driver",
      { email, role: 80, licenceNumber: "S531229028807" },
      {},
      ["asksLicence", "codeByEmail", "confirmsDriver", "choosesPassword"],
    ],
    [
      "cannot register as a driver without a postal code",
      { email, role: 80, postalCode: null },
      {},
      ["cannotRegister", "noPostalCode", "codeByEmail", "confirmsDriver", "driverWithoutPostalCode"],
    ],
    [
      "goes to the other portal from the legacy registry",
      { email, registry: "legacy" },
      {},
      ["asksPolicyNumber", "legacyRegistry"],
    ],
    [
      "with an account reads which email it uses",
      { email },
      { ownAccount: account },
      ["hasAccount", "codeByEmail", "welcomeBack"],
    ],
    [
      "chooses another email when an account uses theirs",
      { email },
      { emailOwner: account },
      ["codeByEmail", "asksOtherEmail"],
    ],
  ])("%s", (_title, values, facts, expected) => {
    expect(endings(values, facts)).toEqual(expected);
  });

  test("chooses between policies that the email finds", () => {
    const row = { ...onFile, email };
    const byEmail = [row, { ...row, id: "2", policyNumber: "K3M9999" }];
    expect(endings({ email }, { byEmail })).toEqual(["choosesProfile", "codeByEmail", "choosesPassword"]);
  });

  test("types the policy number when the policies look the same", () => {
    const row = { ...onFile, email };
    const byEmail = [row, { ...row, id: "2", policyNumber: "X3M4821" }];
    expect(endings({ email }, { byEmail })[0]).toBe("emailNotEnough");
  });
});

test("lists an ending once, in the order of the flow", () => {
  const all = endings({ email, cellPhone: "5145550142", pinHash: "hash" });
  expect(all).toEqual(explainEndingIds.filter((id) => all.includes(id)));
});
