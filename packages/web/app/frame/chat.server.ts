import type { PortalRequestContext } from "../request/request-context.ts";
import { addFactsToChatUrl, type ChatOpening } from "./chat-url.rule.ts";
import { formatChatHours } from "./format-hours.server.ts";
import { hoursOf } from "./help-api.server.ts";

/** Availability of the brand's chat. */
export interface ChatFacts {
  /** The brand's chat URL, or the demo chat in demo mode. Absent while the chat is closed. */
  url?: string;
  /** Opening hours as text; absent when the brand has no chat. */
  hours?: string | undefined;
}

/** Availability of the brand's chat, and its URL with the facts of this page. */
export async function chatFacts(requestContext: PortalRequestContext, opening: ChatOpening = {}): Promise<ChatFacts> {
  const { brand, language, mode, province } = requestContext;
  const page = brand.chat.url ?? (mode === "demo" ? "/demo/chat" : undefined);
  const state = (await hoursOf(requestContext))?.chat.state;
  if (page === undefined || state === undefined) return {};
  const hours = formatChatHours(requestContext, state);
  if (state.kind !== "open") return { hours };
  return { hours, url: addFactsToChatUrl(page, { brand: brand.id, language, province, ...opening }) };
}
