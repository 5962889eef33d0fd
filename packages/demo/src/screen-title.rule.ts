import { pageTexts } from "@vestibule/wording/tables.ts";
import { type InvalidFormId, invalidForms } from "./fixtures/invalid-form-screens.rule.ts";
import { roadblockStates } from "./fixtures/roadblock-screens.rule.ts";
import type { ScreenId } from "./fixtures/screens.rule.ts";
import type { DemoRequestContext } from "./request-context.rule.ts";

/** A form with faults is titled with its screen and its fault; a roadblock with what differs from its usual page. */
export function screenTitle(id: ScreenId, context: DemoRequestContext): string {
  const { t } = context;
  if (isInvalidForm(id)) return invalidTitle(id, context);
  if (!isRoadblock(id)) return t(`screen.${id}`);
  const state = roadblockStates[id];
  const screen = t(`screen.roadblock-${state.roadblock}`);
  if (state.shownCode !== undefined) return t("screens.detail", { screen, detail: state.shownCode });
  if (state.codes !== undefined) return t(`screens.codes.${state.codes}`, { screen });
  if (state.of !== undefined) return t(`screens.of.${state.of}`, { screen });
  if (state.offers !== undefined) return t(`screens.offers.${state.offers}`, { screen });
  if (state.after !== undefined) return t(`screens.after.${state.after}`, { screen });
  return state.without === undefined ? screen : t(`screens.without.${state.without}`, { screen });
}

function isRoadblock(id: ScreenId): id is keyof typeof roadblockStates {
  return Object.hasOwn(roadblockStates, id);
}

function isInvalidForm(id: ScreenId): id is InvalidFormId {
  return Object.hasOwn(invalidForms, id);
}

function invalidTitle(id: InvalidFormId, { t, language }: DemoRequestContext): string {
  const { on, faults } = invalidForms[id];
  const screen = t(`screen.${on}`);
  if (faults.every((fault) => fault.endsWith(".required"))) return t("screens.incomplete", { screen });
  if (faults.length > 1) return t("screens.mistyped", { screen });
  const texts = pageTexts(["fields"], language);
  const [fault] = faults;
  return t("screens.detail", { screen, detail: String(texts[`fields:${fault}.plain`] ?? texts[`fields:${fault}`]) });
}
