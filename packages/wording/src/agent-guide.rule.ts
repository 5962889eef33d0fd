import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type AgentRowId, shownCauseOf } from "@vestibule/catalogue/roadblock.table.ts";
import { type AnyLimit, lockoutsOf } from "@vestibule/catalogue/support.table.ts";
import { knownCode } from "@vestibule/catalogue/visible-error-code.table.ts";
import { english, sentence, type TextKey } from "./tables.ts";
import { t } from "./wording.ts";

/** What an agent asks, says, does, and never does at a roadblock. */
export const agentParts = ["ask", "say", "do", "never"] as const;
export type AgentPart = (typeof agentParts)[number];
export type AgentRow = Record<AgentPart, string>;

/** `help`: nothing stopped the person, who asked for a reference all the same. */
export type GuideRowId = AgentRowId | "help";

/** What may be so of one person, in the order in which it is looked for: `open`, that nothing is paused any more. */
export const guideForms = ["ownFault", "accountClosed", "nobody", "codesSent", "open"] as const;
export type GuideForm = (typeof guideForms)[number];

/** What a code behind that of a screen means to the agent; an unknown one is told as any other. */
export function codeMeaning(shown: string, language: Language): string {
  return t(sentence(`agentGuide:code.${knownCode(shown) ?? "other"}`, language), language);
}

/** What the screen of a row says first. */
export function agentRowTitle(id: GuideRowId): TextKey {
  if (id === "help") return "agentGuide:help.title";
  return id === "not-saved" ? "registrationError:EMAIL_UPDATE_FAILED.title" : `roadblock:${id}.title`;
}

/** The agent's row of a roadblock, in the first of these forms that a part has. Throws where it is not whole. */
export function agentRow(id: GuideRowId, language: Language, forms: readonly GuideForm[] = []): AgentRow {
  const part = (name: AgentPart) => {
    const form = forms.find((one) => hasForm(id, name, one));
    const key = form === undefined ? `${id}.${name}` : `${id}.${name}.${form}`;
    return t(sentence(`agentGuide:${key}` as TextKey, language), language);
  };
  return { ask: part("ask"), say: part("say"), do: part("do"), never: part("never") };
}

/** The parts of a row that a form says otherwise. */
export function partsInForm(id: GuideRowId, form: GuideForm): AgentPart[] {
  return agentParts.filter((part) => hasForm(id, part, form));
}

function hasForm(id: GuideRowId, part: AgentPart, form: GuideForm): boolean {
  return Object.hasOwn(english.agentGuide, `${id}.${part}.${form}`);
}

/** Of a case, what decides its words. */
export interface GuidedCase {
  roadblock?: AgentRowId | undefined;
  shownCode?: string | undefined;
  account?: string | undefined;
  steps: readonly { event: string; result: string }[];
  limits: readonly { limit: AnyLimit }[];
}

/** The row for one person. */
export function agentRowFor(told: GuidedCase, language: Language): AgentRow {
  return agentRow(told.roadblock ?? "help", language, formsOf(told));
}

function formsOf({ roadblock, shownCode, account, steps, limits }: GuidedCase): GuideForm[] {
  const cause = shownCauseOf(shownCode)?.form;
  const pauses = roadblock === undefined || roadblock === "not-saved" ? undefined : lockoutsOf[roadblock];
  const isOpen = pauses !== undefined && !limits.some(({ limit }) => pauses.includes(limit));
  const locked = steps.findLast(({ event }) => event === "code.locked");
  return [
    ...(cause === undefined ? [] : [cause]),
    // Their password is not to be chosen anew: the address is wrong, or nobody registered.
    ...(account === "none" ? (["nobody"] as const) : []),
    ...(isOpen && locked?.result === "sends" ? (["codesSent"] as const) : []),
    ...(isOpen ? (["open"] as const) : []),
  ];
}
