import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { html } from "hono/html";
import type { ClockReading } from "./clock.store.ts";
import { demoPage } from "./demo-page.screen.ts";
import {
  agentSection,
  brandSection,
  clockSection,
  resetSection,
  screensSection,
  telephoneSection,
} from "./guide-sections.screen.ts";
import { outboxSection } from "./outbox.screen.ts";
import { type PeopleSection, peopleSection } from "./people.screen.ts";
import type { DemoRequestContext } from "./request-context.rule.ts";
import { scenariosSection } from "./scenarios.screen.ts";

export interface Guide extends PeopleSection {
  brands: BrandBook;
  clock: ClockReading;
  telephone: { url: string; code: string } | undefined;
  /** The rendered list of the outbox. */
  outbox: unknown;
  /** Ids of the agents that demo mode creates; none where agents are configured. */
  agentIds: readonly string[];
  /** Scenarios that this browser has started. */
  tried: ReadonlySet<string>;
  isReset: boolean;
}

/** The guide: scenarios, people and other sections in one column; clock and outbox in the other. */
export function guidePage(guide: Guide, context: DemoRequestContext) {
  const { t } = context;
  const body = html`<div class="intro">
      <h1>${t("title")}</h1>
      <p class="lead">${t("lead")}</p>
      <p class="hint">${t("lead.invented")}</p>
    </div>
    <div class="columns">
      <div class="wide">
        ${scenariosSection(guide, context)} ${peopleSection(guide, context)}
        <div class="hands">${brandSection(guide.brands, context)} ${telephoneSection(guide.telephone, context)}</div>
        ${agentSection(guide.agentIds, context)} ${screensSection(context)}
      </div>
      <aside class="beside">
        ${clockSection(guide.clock, context)} ${outboxSection(guide.outbox, context)} ${resetSection(guide.isReset, context)}
      </aside>
    </div>`;
  return demoPage(context, { title: t("title"), body });
}
