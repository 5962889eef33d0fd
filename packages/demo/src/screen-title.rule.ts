import { type InvalidFormId, invalidForms } from "@vestibule/catalogue/invalid-form.table.ts";
import { type ScreenId, screens } from "@vestibule/catalogue/screen.table.ts";
import type { ScreenStateId } from "@vestibule/catalogue/screen-state.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import type { DemoVisit } from "./demo-visit.rule.ts";

/** A form with faults is titled with its screen and its fault; a roadblock with what differs from its usual page. */
export function screenTitle(id: ScreenId, visit: DemoVisit): string {
  const { say } = visit;
  if (isFaultyForm(id)) return faultyTitle(id, visit);
  const state = screens[id];
  if (state.kind !== "roadblock") return say(`screen.${id as ScreenStateId}`);
  const screen = say(`screen.roadblock-${state.roadblock}`);
  if (state.shownCode !== undefined) return say("screens.told", { screen, told: state.shownCode });
  if (state.codes !== undefined) return say(`screens.codes.${state.codes}`, { screen });
  if (state.of !== undefined) return say(`screens.of.${state.of}`, { screen });
  if (state.offers !== undefined) return say(`screens.offers.${state.offers}`, { screen });
  if (state.after !== undefined) return say(`screens.after.${state.after}`, { screen });
  return state.without === undefined ? screen : say(`screens.without.${state.without}`, { screen });
}

function isFaultyForm(id: ScreenId): id is InvalidFormId {
  return Object.hasOwn(invalidForms, id);
}

function faultyTitle(id: InvalidFormId, { say, language }: DemoVisit): string {
  const { on, faults } = invalidForms[id];
  const screen = say(`screen.${on}`);
  if (faults.every((fault) => fault.endsWith(".required"))) return say("screens.incomplete", { screen });
  if (faults.length > 1) return say("screens.mistyped", { screen });
  const texts = pageTexts(["fields"], language);
  const [fault] = faults;
  return say("screens.told", { screen, told: String(texts[`fields:${fault}.plain`] ?? texts[`fields:${fault}`]) });
}
