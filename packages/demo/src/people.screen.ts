import { html } from "hono/html";
import { type BranchId, type BranchRow, branches, branchIds } from "./branch.table.ts";
import type { DemoVisit } from "./demo-visit.rule.ts";
import type { findBranches, Part } from "./find-branches.rule.ts";
import { personFacts } from "./person-facts.screen.ts";
import { pinLetterForm } from "./pin-letter.screen.ts";
import { startForm } from "./start-form.screen.ts";

export interface PeopleSection {
  found: ReturnType<typeof findBranches>;
  shownRows: number | undefined;
  /** Those who have an account, as "brand personKey". */
  accountsNow: ReadonlySet<string>;
}

/** The people of the book, grouped by branch. */
export function peopleSection(section: PeopleSection, visit: DemoVisit) {
  const { say } = visit;
  return html`<section id="people" aria-labelledby="people-title">
    <h2 id="people-title">${say("people.title")}</h2>
    <p class="hint">${say("people.hint")}</p>
    ${section.shownRows !== undefined && html`<p class="hint">${say("people.first", { count: section.shownRows })}</p>`}
    ${branchIds.map((id) => branchOf(id, section.found.get(id) ?? [], section.accountsNow, visit))}
  </section>`;
}

function branchOf(id: BranchId, parts: readonly Part[], accountsNow: ReadonlySet<string>, visit: DemoVisit) {
  const { say } = visit;
  if (parts.length === 0) return "";
  return html`<details class="branch">
    <summary><span>${say(`branch.${id}.title`)}</span> <small>${say("people.count", { count: parts.length })}</small></summary>
    <p class="hint">${say(`branch.${id}.hint`)}</p>
    <ul class="people">${parts.map((part) => personCard(id, part, accountsNow, visit))}</ul>
  </details>`;
}

function personCard(branch: BranchId, part: Part, accountsNow: ReadonlySet<string>, visit: DemoVisit) {
  const { say, language } = visit;
  const { person, row } = part;
  const { start }: BranchRow = branches[branch];
  const status = person.account
    ? say(`fact.status.${person.account.status}`)
    : accountsNow.has(`${person.brand.id} ${person.personKey}`) && say("people.hasAccount");
  return html`<li class="card of-${person.brand.id}">
    <p class="place">
      <b>${person.brand.name[language]}</b> ${say(`province.${row.province}`)} · ${say(`fact.line.${row.line}`)} ${row.year} ·
      ${say(`fact.role.${row.role}`)}
    </p>
    <h3>${row.firstName} ${row.lastName} ${status && html`<small class="status">${status}</small>`}</h3>
    ${personFacts(part, visit)}
    ${pinLetterForm(part, say)}
    ${startForm({ person, row, start, label: say(`people.start.${start.kind}`, { name: row.firstName }) })}
  </li>`;
}
