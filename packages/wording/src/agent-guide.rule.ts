import { visibleErrorCodes } from "@vestibule/catalogue/gateway.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type AgentRowId, agentRowIds, shownCauses } from "@vestibule/catalogue/roadblock.table.ts";
import { type AnyLimit, lockoutsOf, waiverRequest } from "@vestibule/catalogue/support.table.ts";
import agentGuide from "./en/agent-guide.ts";
import { sentence, type TextKey, textKey } from "./tables.ts";
import { t } from "./wording.ts";

/** Parts of an agent's row: what to ask, say, do, and never do. */
export const agentParts = ["ask", "say", "do", "never"] as const;
export type AgentPart = (typeof agentParts)[number];
export type AgentRow = Record<AgentPart, string>;

/** Rows of people who were not stopped, but asked for a reference: at the page of the second proof, or elsewhere. */
const rowsWithoutRoadblock = ["second-proof", "help"] as const;
export type GuideRowId = AgentRowId | (typeof rowsWithoutRoadblock)[number];
export const guideRowIds: readonly GuideRowId[] = [...agentRowIds, ...rowsWithoutRoadblock];

/**
 * Variants for one person, in lookup order; `newPassword`: the account opens with one; `lifted`: the freeze is no longer
 * in force; `reopened`: and the person has a new password; `open`: no lockout is in force any more; `waiverRequested`,
 * `waiverGiven`: a new way to confirm was asked for, or may be set up.
 */
export const guideForms = [
  "ownFault",
  "accountClosed",
  "noAccount",
  "waiverRequested",
  "waiverGiven",
  "newMobile",
  "noMethod",
  "codesSent",
  "newPassword",
  "reopened",
  "lifted",
  "open",
] as const;
export type GuideForm = (typeof guideForms)[number];

/** Meaning of the error code on a screen for the agent; unknown codes share one text. */
export function codeMeaning(visibleCode: string, language: Language): string {
  const code = visibleErrorCodes.find((one) => one === visibleCode.toLowerCase()) ?? "other";
  return t(sentence(`agentGuide:code.${code}`, language), language);
}

/** First words of the row's screen. */
export function agentRowTitle(id: GuideRowId): TextKey {
  if (id === "help" || id === "second-proof") return `agentGuide:${id}.title`;
  return id === "not-saved" ? "registrationError:EMAIL_UPDATE_FAILED.title" : `roadblock:${id}.title`;
}

/**
 * The agent's row of a roadblock, with each part in the first of these forms that it has. Throws where a part is
 * missing.
 */
export function agentRow(id: GuideRowId, language: Language, forms: readonly GuideForm[] = []): AgentRow {
  const part = (name: AgentPart) => {
    const form = forms.find((one) => hasForm(id, name, one));
    const key = form === undefined ? `${id}.${name}` : `${id}.${name}.${form}`;
    return t(sentence(textKey(`agentGuide:${key}`), language), language);
  };
  return { ask: part("ask"), say: part("say"), do: part("do"), never: part("never") };
}

/** The parts of a row that have this form. */
export function partsInForm(id: GuideRowId, form: GuideForm): AgentPart[] {
  return agentParts.filter((part) => hasForm(id, part, form));
}

function hasForm(id: GuideRowId, part: AgentPart, form: GuideForm): boolean {
  return Object.hasOwn(agentGuide, `${id}.${part}.${form}`);
}

/** Facts of a case that select its words. */
export interface GuidedCase {
  roadblock?: AgentRowId | undefined;
  /** Path of the page where the person asked for the reference. */
  page?: string | undefined;
  shownCode?: string | undefined;
  /** Variant of the roadblock's title. */
  titleForm?: string | undefined;
  /** When a new mobile number on file gets codes of a login. */
  newMobileFrom?: string | undefined;
  account?: string | undefined;
  steps: readonly { event: string; result: string }[];
  limits: readonly { limit: AnyLimit }[];
  /** Newest first. */
  requests?: readonly { action: string; state: string }[];
  acts?: { waive: boolean };
}

/** The row for one person. A freeze since the reference was made comes first. */
export function agentRowFor(supportCase: GuidedCase, language: Language): AgentRow {
  const { roadblock, page, account } = supportCase;
  if (account === "frozen") return agentRow("account-frozen", language);
  const row = page?.startsWith("/two-factor") ? "second-proof" : "help";
  return agentRow(roadblock ?? row, language, formsOf(supportCase));
}

/** Roadblocks whose title states a lockout without its end. */
const lockoutTitles: readonly (AgentRowId | undefined)[] = ["forgot-password", "wrong-cellphone"];

/** Whether the title that the person saw states a freeze or a lockout that has ended since. */
export function isTitleOver(supportCase: GuidedCase): boolean {
  const { roadblock, titleForm } = supportCase;
  if (isLifted(supportCase)) return true;
  const statesLockout = titleForm === "until" || (titleForm !== "ended" && lockoutTitles.includes(roadblock));
  return statesLockout && isOpen(supportCase);
}

const isLifted = ({ roadblock, account }: GuidedCase) => roadblock === "account-frozen" && account !== "frozen";

function isOpen({ roadblock, limits }: GuidedCase): boolean {
  const pauses = roadblock === undefined || roadblock === "not-saved" ? undefined : lockoutsOf[roadblock];
  return pauses !== undefined && !limits.some(({ limit }) => pauses.includes(limit));
}

function waiverForms({ requests, acts }: GuidedCase): GuideForm[] {
  const state = requests?.find(({ action }) => action === waiverRequest)?.state;
  if (state === "requested" || state === "approved") return ["waiverRequested"];
  // A waiver that was used or has ended can be asked for again.
  return state === "sent" && acts?.waive !== true ? ["waiverGiven"] : [];
}

function formsOf(supportCase: GuidedCase): GuideForm[] {
  const { roadblock, shownCode, titleForm, newMobileFrom, account, steps } = supportCase;
  const cause = shownCauses.get(shownCode?.toLowerCase())?.form;
  const isNewMobile = newMobileFrom !== undefined && (roadblock === undefined || titleForm === "newMobile");
  const locked = steps.findLast(({ event }) => event === "code.locked");
  return [
    ...(cause === undefined ? [] : [cause]),
    // A new password does not help: the e-mail is wrong, or not registered.
    ...(account === "none" ? (["noAccount"] as const) : []),
    ...waiverForms(supportCase),
    ...(isNewMobile ? (["newMobile"] as const) : []),
    ...(titleForm === "noMethod" ? (["noMethod"] as const) : []),
    ...(isOpen(supportCase) && locked?.result === "sends" ? (["codesSent"] as const) : []),
    ...(account === "locked" ? (["newPassword"] as const) : []),
    ...(isLifted(supportCase) && account === "active" ? (["reopened"] as const) : []),
    ...(isLifted(supportCase) ? (["lifted"] as const) : []),
    ...(isOpen(supportCase) ? (["open"] as const) : []),
  ];
}
