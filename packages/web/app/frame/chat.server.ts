import type { PortalRequestContext } from "../visit/request-context.ts";
import { formatChatHours } from "./format-hours.server.ts";
import { hoursOf } from "./help-api.server.ts";

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
export async function chatFacts(requestContext: PortalRequestContext, opening: ChatOpening = {}): Promise<ChatFacts> {
  const { brand, language, mode, province } = requestContext;
  const page = brand.chat.url ?? (mode === "demo" ? "/demo/chat" : undefined);
  const state = (await hoursOf(requestContext))?.chat.state;
  if (page === undefined || state === undefined) return {};
  const hours = formatChatHours(requestContext, state);
  if (state.kind !== "open") return { hours };
  const facts = Object.entries({ brand: brand.id, language, province, ...opening });
  const told = facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
  return { hours, url: `${page}${page.includes("?") ? "&" : "?"}${new URLSearchParams(told)}` };
}
