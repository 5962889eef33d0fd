import { html } from "hono/html";
import type { DemoVisit } from "./demo-visit.rule.ts";
import type { findBranches, Part } from "./find-branches.rule.ts";
import { personFacts } from "./person-facts.screen.ts";
import { pinLetterForm } from "./pin-letter.screen.ts";
import { startForm } from "./start-form.screen.ts";
import { type StoryId, type StoryRow, stories, storyIds } from "./story.table.ts";

type Branches = ReturnType<typeof findBranches>;

/** The scenarios; one without a person in the book is left out. */
export function storiesSection({ found, tried }: { found: Branches; tried: ReadonlySet<string> }, visit: DemoVisit) {
  const { say } = visit;
  const cards = storyIds.map((id) => {
    const part = partOf(stories[id], found);
    return part && storyCard({ id, part, isTried: tried.has(id) }, visit);
  });
  return html`<section id="stories" aria-labelledby="stories-title">
    <h2 id="stories-title">${say("stories.title")}</h2>
    <p class="hint">${say("stories.hint")}</p>
    <ol class="stories">${cards}</ol>
  </section>`;
}

function partOf({ branch, policyNumber }: StoryRow, found: Branches): Part | undefined {
  const parts = found.get(branch) ?? [];
  return parts.find(({ row }) => row.policyNumber === policyNumber) ?? parts[0];
}

function storyCard({ id, part, isTried }: { id: StoryId; part: Part; isTried: boolean }, visit: DemoVisit) {
  const { say, language } = visit;
  const { person, row } = part;
  const story: StoryRow = stories[id];
  return html`<li class="card story of-${person.brand.id}">
    <p class="place">
      <span><b>${person.brand.name[language]}</b> ${say(`province.${row.province}`)}</span>
      ${isTried && html`<span class="tried">${say("stories.tried")}</span>`}
    </p>
    <h3>${say(`story.${id}.title`)}</h3>
    <p>${say(`story.${id}.text`, { name: row.firstName })}</p>
    <details class="story-facts">
      <summary>${say("stories.facts", { name: row.firstName })}</summary>
      ${personFacts(part, visit)}
    </details>
    ${story.clock && html`<p class="note">${say(`stories.clock.${story.clock}`)}</p>`}
    ${story.andThen && html`<p class="note">${say(`stories.then.${story.andThen}`)}</p>`}
    ${pinLetterForm(part, say)}
    ${startForm({ person, row, start: story.start, clock: story.clock, story: id, label: say("stories.start") })}
  </li>`;
}
