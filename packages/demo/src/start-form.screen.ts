import type { BookRow } from "@vestibule/vestibule/book/book-row.rule.ts";
import { html } from "hono/html";
import type { Start } from "./branch.table.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";

/** Opens the portal for a person with the right brand, province and language, in a separate tab. */
export function startForm(form: {
  person: DemoPerson;
  row: BookRow;
  start: Start;
  clock?: string | undefined;
  /** The scenario to mark as tried. */
  story?: string;
  label: string;
}) {
  const { person, row, start } = form;
  const { brand } = person;
  const province = brand.provinces[row.province]?.menu ? row.province : brand.defaults.province;
  const spoken = brand.provinces[province]?.languages ?? [brand.defaults.language];
  const language = spoken.find((one) => one === row.language) ?? spoken[0] ?? brand.defaults.language;
  const fields = {
    ...{ brand: brand.id, province, language },
    ...(form.clock && { clock: form.clock }),
    ...(form.story && { story: form.story }),
    ...(start.kind === "page" ? { at: start.at } : linkFields(form.row, start)),
  };
  return html`<form class="start" method="post" action="/demo/${start.kind === "page" ? "start" : "link"}" target="vestibule-portal">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button">${form.label}</button>
  </form>`;
}

function linkFields({ policyNumber, role, personKey }: BookRow, { action, source }: Extract<Start, { kind: "link" }>) {
  return { policyNumber, role: String(role), person: personKey, action, source };
}
