import type { Language } from "@vestibule/catalogue/province.table.ts";
import texts from "@vestibule/wording/en/demo.ts";
import { type KeyOf, pageTexts, sentence, textKey } from "@vestibule/wording/tables.ts";
import { t as fill } from "@vestibule/wording/wording.ts";
import { type InvalidFormId, invalidForms } from "./invalid-form-screens.rule.ts";
import type { ScreenId } from "./screens.rule.ts";

type DemoTranslate = (key: KeyOf<"demo">, facts?: Record<string, string | number>) => string;

/** A form with faults is titled with its screen and its fault. */
export function titleOf(id: ScreenId, language: Language): string {
  const t: DemoTranslate = (key, facts) => fill(sentence(textKey(`demo:${key}`), language), language, facts);
  return isInvalidForm(id) ? invalidTitle(id, { t, language }) : plainTitle(id, t);
}

/** The screen's own title, or the title of the screen that its id begins with, and the state that it ends with. */
function plainTitle(id: string, t: DemoTranslate): string {
  const screenKey = `screen.${id}`;
  if (isKey(screenKey)) return t(screenKey);
  const words = id.split("-");
  for (const index of words.keys()) {
    const screen = `screen.${words.slice(0, index).join("-")}`;
    const state = `state.${words.slice(index).join("-")}`;
    if (isKey(screen) && isKey(state)) return t(state, { screen: t(screen) });
  }
  throw new Error(`the screen ${id} has no title`);
}

const isKey = (key: string): key is KeyOf<"demo"> => Object.hasOwn(texts, key);

function isInvalidForm(id: ScreenId): id is InvalidFormId {
  return Object.hasOwn(invalidForms, id);
}

function invalidTitle(id: InvalidFormId, { t, language }: { t: DemoTranslate; language: Language }): string {
  const { on, errors: faults } = invalidForms[id];
  const screen = plainTitle(on, t);
  if (faults.every((fault) => fault.endsWith(".required"))) return t("screens.incomplete", { screen });
  if (faults.length > 1) return t(id.endsWith("-too-long") ? "screens.tooLong" : "screens.mistyped", { screen });
  const fields = pageTexts(["fields"], language);
  const [fault] = faults;
  return t("screens.detail", { screen, detail: String(fields[`fields:${fault}.plain`] ?? fields[`fields:${fault}`]) });
}
