import type { PortalVisit } from "../visit/visit.ts";
import { hoursOf } from "./help-api.server.ts";
import { chatInWords } from "./hours-in-words.server.ts";

/** What a chat is told of the page it was opened from. */
export interface ChatOpening {
  /** The code of the page. */
  errorCode?: string;
  /** The code of what broke, which the page shows in brackets. */
  shownCode?: string | undefined;
  /** The nine digits by which an agent finds the visit. */
  reference?: string | undefined;
}

/** A brand's chat at this moment. */
export interface ChatFacts {
  /** The brand's own address, or in demo mode the page that stands for it. Absent while nobody is there. */
  url?: string;
  /** When somebody is there, in words; absent where there is no chat. */
  hours?: string | undefined;
}

/** The brand's chat, and its address as this page opens it. */
export async function chatFacts(visit: PortalVisit, opening: ChatOpening = {}): Promise<ChatFacts> {
  const { brand, language, mode, province } = visit;
  const page = brand.chat.url ?? (mode === "demo" ? "/demo/chat" : undefined);
  const state = (await hoursOf(visit))?.chat.state;
  if (page === undefined || state === undefined) return {};
  const hours = chatInWords(visit, state);
  if (state.kind !== "open") return { hours };
  const facts = Object.entries({ brand: brand.id, language, province, ...opening });
  const told = facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
  return { hours, url: `${page}${page.includes("?") ? "&" : "?"}${new URLSearchParams(told)}` };
}
