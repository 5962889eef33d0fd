import texts from "@vestibule/wording/en/demo.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { type InvalidFormId, invalidForms } from "./fixtures/invalid-form-screens.rule.ts";
import type { ScreenId } from "./fixtures/screens.rule.ts";
import type { DemoKey, DemoRequestContext, DemoTranslate } from "./request-context.rule.ts";

/** A form with faults is titled with its screen and its fault. */
export function screenTitle(id: ScreenId, context: DemoRequestContext): string {
  return isInvalidForm(id) ? invalidTitle(id, context) : plainTitle(id, context.t);
}

/** The screen's own title, or the title of the screen that its id begins with, and the state that it ends with. */
function plainTitle(id: string, t: DemoTranslate): string {
  const own = `screen.${id}`;
  if (isKey(own)) return t(own);
  const words = id.split("-");
  for (const index of words.keys()) {
    const screen = `screen.${words.slice(0, index).join("-")}`;
    const state = `state.${words.slice(index).join("-")}`;
    if (isKey(screen) && isKey(state)) return t(state, { screen: t(screen) });
  }
  throw new Error(`the screen ${id} has no title`);
}

const isKey = (key: string): key is DemoKey => Object.hasOwn(texts, key);

function isInvalidForm(id: ScreenId): id is InvalidFormId {
  return Object.hasOwn(invalidForms, id);
}

function invalidTitle(id: InvalidFormId, { t, language }: DemoRequestContext): string {
  const { on, faults } = invalidForms[id];
  const screen = plainTitle(on, t);
  if (faults.every((fault) => fault.endsWith(".required"))) return t("screens.incomplete", { screen });
  if (faults.length > 1) return t("screens.mistyped", { screen });
  const fields = pageTexts(["fields"], language);
  const [fault] = faults;
  return t("screens.detail", { screen, detail: String(fields[`fields:${fault}.plain`] ?? fields[`fields:${fault}`]) });
}
