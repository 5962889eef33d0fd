import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { AgentRowId } from "@vestibule/catalogue/roadblock.table.ts";
import { knownCode } from "@vestibule/catalogue/shown-code.table.ts";
import { sentence, type TextKey } from "./tables.ts";
import { say } from "./wording.ts";

/** What an agent asks, says, does, and never does at a roadblock. */
export const agentParts = ["ask", "say", "do", "never"] as const;
export type AgentPart = (typeof agentParts)[number];
export type AgentRow = Record<AgentPart, string>;

/** What a code behind that of a screen means to the agent; an unknown one is told as any other. */
export function codeMeaning(shown: string, language: Language): string {
  return say(sentence(`agentGuide:code.${knownCode(shown) ?? "other"}`, language), language);
}

/** What the screen of a row says first. */
export function agentRowTitle(id: AgentRowId): TextKey {
  return id === "not-saved" ? "registrationError:EMAIL_UPDATE_FAILED.title" : `roadblock:${id}.title`;
}

/** The agent's row of a roadblock. Throws where it is not whole. */
export function agentRow(id: AgentRowId, language: Language): AgentRow {
  const part = (name: AgentPart) => say(sentence(`agentGuide:${id}.${name}` satisfies TextKey, language), language);
  return { ask: part("ask"), say: part("say"), do: part("do"), never: part("never") };
}

/**
 * The row for one person. A login that is paused under an address without an account has no password to choose anew: it
 * is the address that is wrong, or nobody registered.
 */
export function agentRowFor(
  { roadblock, account }: { roadblock: AgentRowId; account?: string | undefined },
  language: Language,
): AgentRow {
  const row = agentRow(roadblock, language);
  if (roadblock !== "forgot-password" || account !== "none") return row;
  const nobodys = (name: "say" | "do") => say(sentence(`agentGuide:nobody.${name}`, language), language);
  return { ...row, say: nobodys("say"), do: nobodys("do") };
}
