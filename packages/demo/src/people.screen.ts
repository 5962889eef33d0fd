import { html } from "hono/html";
import type { findUseCases, PersonRow } from "./find-use-cases.rule.ts";
import { personFacts, pinLetterForm, startForm } from "./person.screen.ts";
import type { DemoRequestContext } from "./request-context.rule.ts";
import { type StartPoint, type UseCaseId, useCaseIds, useCases } from "./use-case.table.ts";

export interface PeopleSection {
  found: ReturnType<typeof findUseCases>;
  shownRows: number | undefined;
  /** Brand and identity of each person who has an account, separated by a space. */
  accountHolders: ReadonlySet<string>;
}

/** The people of the book, grouped by use case. */
export function peopleSection(section: PeopleSection, context: DemoRequestContext) {
  const { t } = context;
  return html`<section id="people" aria-labelledby="people-title">
    <h2 id="people-title">${t("people.title")}</h2>
    <p class="hint">${t("people.hint")}</p>
    ${section.shownRows !== undefined && html`<p class="hint">${t("people.first", { count: section.shownRows })}</p>`}
    ${useCaseIds.map((id) => useCaseGroup(id, section.found.get(id) ?? [], section.accountHolders, context))}
  </section>`;
}

function useCaseGroup(
  id: UseCaseId,
  parts: readonly PersonRow[],
  accountHolders: ReadonlySet<string>,
  context: DemoRequestContext,
) {
  const { t } = context;
  if (parts.length === 0) return "";
  return html`<details class="use-case">
    <summary><span>${t(`useCase.${id}.title`)}</span> <small>${t("people.count", { count: parts.length })}</small></summary>
    <p class="hint">${t(`useCase.${id}.hint`)}</p>
    <ul class="people">${parts.map((part) => personCard(id, part, accountHolders, context))}</ul>
  </details>`;
}

function personCard(
  useCase: UseCaseId,
  part: PersonRow,
  accountHolders: ReadonlySet<string>,
  context: DemoRequestContext,
) {
  const { t, language } = context;
  const { person, row } = part;
  const start: StartPoint = useCases[useCase];
  const status = person.account
    ? t(`fact.status.${person.account.status}`)
    : person.identities.some((identity) => accountHolders.has(`${person.brand.id} ${identity}`)) &&
      t("people.hasAccount");
  return html`<li class="card of-${person.brand.id}">
    <p class="locale">
      <b>${person.brand.name[language]}</b> ${t(`province.${row.province}`)} · ${t(`fact.line.${row.line}`)} ${row.year} ·
      ${t(`fact.role.${row.role}`)}
    </p>
    <h3>${row.firstName} ${row.lastName} ${status && html`<small class="status">${status}</small>`}</h3>
    ${personFacts(part, context)}
    ${pinLetterForm(part, t)}
    ${startForm({ guideLanguage: language, person, row, start, label: t(`people.start.${start.kind}`, { name: row.firstName }) })}
  </li>`;
}
