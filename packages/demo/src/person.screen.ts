import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { formatPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { formatPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { formatTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import type { BookRow } from "@vestibule/vestibule/book/book-row.rule.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { html } from "hono/html";
import type { DemoPerson } from "./demo-people.adapter.ts";
import type { PersonRow } from "./find-use-cases.rule.ts";
import type { DemoRequestContext, DemoTranslate } from "./request-context.rule.ts";
import type { StartPoint } from "./use-case.table.ts";

/** Everything to enter for a person, in the order of the forms; facts that are not on file are left out. */
export function personFacts({ person, row }: PersonRow, { t, language }: DemoRequestContext) {
  const facts = {
    policyNumber: formatPolicyNumber(row.policyNumber),
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: formatDay(new Date(row.dateOfBirth), { timeZone: "UTC", language }),
    postalCode: row.postalCode && formatPostalCode(row.postalCode),
    email: row.emailAsTyped,
    cellPhone: row.cellPhone && formatTelephone(row.cellPhone),
    licence: row.licenceNumber,
    pin: row.pin,
    username: person.account?.email === row.emailAsTyped ? undefined : person.account?.email,
    password: person.account?.password,
  };
  return html`<dl class="facts">
    ${idsOf(facts).map((name) => {
      const value = facts[name];
      return value && html`<div><dt>${t(`fact.${name}`)}</dt><dd>${copyable(value)}</dd></div>`;
    })}
  </dl>`;
}

/** Selected whole with one click; a script turns it into a copy button. An e-mail may wrap after its @. */
export function copyable(value: string) {
  const [before = "", ...after] = value.split(/(?<=@)/);
  return html`<code class="fact" data-copy>${before}${after.map((rest) => html`<wbr>${rest}`)}</code>`;
}

/** Opens the portal with the person's brand and province in a separate tab, in the guide's language where it is offered. */
export function startForm(form: {
  guideLanguage: Language;
  person: DemoPerson;
  row: BookRow;
  start: StartPoint;
  clock?: string | undefined;
  /** The scenario to mark as tried. */
  scenario?: string;
  label: string;
}) {
  const { person, row, start } = form;
  const { brand } = person;
  const province = brand.provinces[row.province]?.menu ? row.province : brand.defaults.province;
  const offeredLanguages = brand.provinces[province]?.languages ?? [brand.defaults.language];
  const language =
    offeredLanguages.find((one) => one === form.guideLanguage) ?? offeredLanguages[0] ?? brand.defaults.language;
  const fields = {
    brand: brand.id,
    province,
    language,
    ...(form.clock && { clock: form.clock }),
    ...(form.scenario && { scenario: form.scenario }),
    ...(start.kind === "page" ? { at: start.at } : linkFields(form.row, start)),
  };
  return html`<form class="start" method="post" action="/demo/${start.kind === "page" ? "start" : "link"}" target="vestibule-portal">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button">${form.label}</button>
  </form>`;
}

function linkFields(
  { policyNumber, role, personKey }: BookRow,
  { action, source }: Extract<StartPoint, { kind: "link" }>,
) {
  return { policyNumber, role: String(role), person: personKey, action, source };
}

/** For a person with a PIN: sends the letter with it again. */
export function pinLetterForm({ person, row }: PersonRow, t: DemoTranslate) {
  if (!row.pin) return "";
  return html`<form class="letter-form" method="post" action="/demo/letter">
    <input type="hidden" name="brand" value="${person.brand.id}" />
    <input type="hidden" name="policyNumber" value="${row.policyNumber}" />
    <input type="hidden" name="pin" value="${row.pin}" />
    <button class="chip plain">${t("people.letter")}</button>
  </form>`;
}
