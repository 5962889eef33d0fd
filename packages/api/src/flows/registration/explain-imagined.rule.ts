import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { ExplainEnding } from "@vestibule/catalogue/explain-ending.table.ts";
import type { ImaginedFact } from "@vestibule/catalogue/team.table.ts";
import { personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { endingsOfRow } from "./explain-row.rule.ts";

const names = { firstName: "Imagined", lastName: "Person", dateOfBirth: "1980-01-01" };

/** What a person to imagine meets, who is alone on one policy and has these facts on file. */
export function explainImagined(of: {
  role: RoleCode;
  facts: ReadonlySet<ImaginedFact>;
  canSendSms: boolean;
}): ExplainEnding[] {
  const { role, facts, canSendSms } = of;
  const email = facts.has("email") ? "imagined@courrier.example" : null;
  const row: PolicyPerson = {
    ...{ id: "imagined", company: "imagined", policyNumber: "AAA0000", line: "auto", year: 2000, province: "qc", role },
    ...{ ...names, personKey: personKey(names) },
    ...{ personId: null, postalCode: facts.has("postalCode") ? "H2X1Y4" : null, email, emailAsTyped: email },
    ...{ cellPhone: facts.has("cellPhone") ? "5145550123" : null, emailSince: null, cellPhoneSince: null },
    ...{ emailBefore: null, cellPhoneBefore: null, ubi: false, language: null, pinSpent: false },
    licenceProvince: facts.has("licence") ? "qc" : null,
    licenceNumber: facts.has("licence") ? "T001234567890" : null,
    pinHash: facts.has("pin") ? "imagined" : null,
    registry: facts.has("legacy") ? "legacy" : "smart",
  };
  const byEmail = email === null || row.registry === "legacy" ? [] : [row];
  return endingsOfRow(row, { byEmail, onPolicy: [row], canSendSms });
}
