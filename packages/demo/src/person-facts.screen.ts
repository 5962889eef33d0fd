import { formatPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { formatPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { formatTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { html } from "hono/html";
import { sayBirthDate } from "./date-words.rule.ts";
import type { DemoVisit } from "./demo-visit.rule.ts";
import type { Part } from "./find-branches.rule.ts";

type FactName =
  | "policyNumber"
  | "firstName"
  | "lastName"
  | "dateOfBirth"
  | "postalCode"
  | "email"
  | "cellPhone"
  | "licence"
  | "pin";

/** Everything to enter for a person, in the order of the forms; facts that are not on file are left out. */
export function personFacts({ person, row }: Part, { say, language }: DemoVisit) {
  const facts: [label: string, value: string | null | undefined][] = [
    ...(
      [
        ["policyNumber", formatPolicyNumber(row.policyNumber)],
        ["firstName", row.firstName],
        ["lastName", row.lastName],
        ["dateOfBirth", sayBirthDate(row.dateOfBirth, language)],
        ["postalCode", row.postalCode && formatPostalCode(row.postalCode)],
        ["email", row.emailAsTyped],
        ["cellPhone", row.cellPhone && formatTelephone(row.cellPhone)],
        ["licence", row.licenceNumber],
        ["pin", row.pin],
      ] satisfies [FactName, string | null | undefined][]
    ).map(([name, value]): [string, string | null | undefined] => [say(`fact.${name}`), value]),
    [say("fact.username"), person.account?.email === row.emailAsTyped ? undefined : person.account?.email],
    [say("fact.password"), person.account?.password],
  ];
  return html`<dl class="facts">
    ${facts.map(([label, value]) => value && html`<div><dt>${label}</dt><dd>${copyable(value)}</dd></div>`)}
  </dl>`;
}

/** Selected whole with one click; a script turns it into a copy button. An e-mail may wrap after its @. */
export function copyable(value: string) {
  const [before = "", ...after] = value.split(/(?<=@)/);
  return html`<code class="fact" data-copy>${before}${after.map((rest) => html`<wbr>${rest}`)}</code>`;
}
