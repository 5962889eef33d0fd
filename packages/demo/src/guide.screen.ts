import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { html } from "hono/html";
import type { ClockReading } from "./clock.store.ts";
import { demoPage } from "./demo-page.screen.ts";
import type { DemoVisit } from "./demo-visit.rule.ts";
import {
  agentSection,
  brandSection,
  clockSection,
  resetSection,
  screensSection,
  telephoneSection,
} from "./guide-parts.screen.ts";
import { outboxSection } from "./outbox.screen.ts";
import { type PeopleSection, peopleSection } from "./people.screen.ts";
import { storiesSection } from "./stories.screen.ts";

export interface Guide extends PeopleSection {
  brands: BrandBook;
  clock: ClockReading;
  telephone: { address: string; code: string } | undefined;
  /** The rendered list of the outbox. */
  outbox: unknown;
  /** Ids of the agents that demo mode creates; none where agents are configured. */
  agentIds: readonly string[];
  /** Scenarios that this browser has started. */
  tried: ReadonlySet<string>;
  isReset: boolean;
}

/** The guide: scenarios, people and other sections in one column; clock and outbox in the other. */
export function guidePage(guide: Guide, visit: DemoVisit) {
  const { say } = visit;
  const body = html`<div class="intro">
      <h1>${say("title")}</h1>
      <p class="lead">${say("lead")}</p>
      <p class="hint">${say("lead.invented")}</p>
    </div>
    <div class="columns">
      <div class="wide">
        ${storiesSection(guide, visit)} ${peopleSection(guide, visit)}
        <div class="hands">${brandSection(guide.brands, visit)} ${telephoneSection(guide.telephone, visit)}</div>
        ${agentSection(guide.agentIds, visit)} ${screensSection(visit)}
      </div>
      <aside class="beside">
        ${clockSection(guide.clock, visit)} ${outboxSection(guide.outbox, visit)} ${resetSection(guide.isReset, visit)}
      </aside>
    </div>`;
  return demoPage(visit, { title: say("title"), body });
}
