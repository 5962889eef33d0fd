import { html } from "hono/html";
import type { BookRow } from "../book/book-row.rule.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";

/** Opens the portal for somebody: right brand, province and language, in a tab of its own beside the guide. */
export function startForm(start: {
  person: DemoPerson;
  row: BookRow;
  at: "registration" | "login";
  clock?: string | undefined;
  label: string;
}) {
  const { brand } = start.person;
  const province = brand.provinces[start.row.province]?.menu ? start.row.province : brand.defaults.province;
  const spoken = brand.provinces[province]?.languages ?? [brand.defaults.language];
  const language = spoken.find((one) => one === start.row.language) ?? spoken[0] ?? brand.defaults.language;
  const fields = { brand: brand.id, province, language, at: start.at, ...(start.clock && { clock: start.clock }) };
  return html`<form class="start" method="post" action="/demo/start" target="vestibule-portal">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button">${start.label}</button>
  </form>`;
}
