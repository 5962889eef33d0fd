import { html } from "hono/html";
import type { findUseCases, PersonRow } from "./find-use-cases.rule.ts";
import { personFacts, pinLetterForm, startForm } from "./person.screen.ts";
import type { DemoRequestContext } from "./request-context.rule.ts";
import { type ScenarioId, type ScenarioRow, scenarioIds, scenarios } from "./scenario.table.ts";

type UseCases = ReturnType<typeof findUseCases>;

/** The scenarios; one without a person in the book is left out. */
export function scenariosSection(
  { found, tried }: { found: UseCases; tried: readonly ScenarioId[] },
  context: DemoRequestContext,
) {
  const { t } = context;
  const cards = scenarioIds.map((id) => {
    const part = partOf(scenarios[id], found);
    const progress = { isTried: tried.includes(id), isNewest: tried.at(-1) === id };
    return part && scenarioCard({ id, part, ...progress }, context);
  });
  return html`<section id="stories" aria-labelledby="stories-title">
    <h2 id="stories-title">${t("scenarios.title")}</h2>
    <p class="hint">${t("scenarios.hint")}</p>
    <ol class="scenarios">${cards}</ol>
  </section>`;
}

function partOf({ useCase, policyNumber }: ScenarioRow, found: UseCases): PersonRow | undefined {
  const parts = found.get(useCase) ?? [];
  return parts.find(({ row }) => row.policyNumber === policyNumber) ?? parts[0];
}

function scenarioCard(
  { id, part, isTried, isNewest }: { id: ScenarioId; part: PersonRow; isTried: boolean; isNewest: boolean },
  context: DemoRequestContext,
) {
  const { t, language } = context;
  const { person, row } = part;
  const scenario: ScenarioRow = scenarios[id];
  return html`<li class="card scenario of-${person.brand.id}">
    <p class="locale">
      <span><b>${person.brand.name[language]}</b> ${t(`province.${row.province}`)}</span>
      ${isTried && html`<span class="tried">${t("scenarios.tried")}</span>`}
    </p>
    <h3>${t(`scenario.${id}.title`)}</h3>
    <p>${t(`scenario.${id}.text`, { name: row.firstName })}</p>
    <details class="scenario-facts"${isNewest ? " open" : ""}>
      <summary>${t("scenarios.facts", { name: row.firstName })}</summary>
      ${personFacts(part, context)}
    </details>
    ${scenario.clock && html`<p class="note">${t(`scenarios.clock.${scenario.clock}`)}</p>`}
    ${scenario.andThen && html`<p class="note">${t(`scenarios.then.${scenario.andThen}`)}</p>`}
    ${pinLetterForm(part, t)}
    ${startForm({ guideLanguage: language, person, row, start: scenario.start, clock: scenario.clock, scenario: id, label: t("scenarios.start") })}
  </li>`;
}
