import type { PortalVisit } from "../visit/visit.ts";
import { hoursOf } from "./help-api.server.ts";

/** What a chat is told of the page it was opened from. */
export interface ChatOpening {
  /** The code that the page shows. */
  errorCode?: string;
  /** The nine digits by which an agent finds the visit. */
  reference?: string | undefined;
}

/**
 * Where a chat opens: the brand's own address, or in demo mode the page that stands for it. Undefined while nobody is
 * there, and where the brand has none.
 */
export async function chatAddress(visit: PortalVisit, opening: ChatOpening = {}): Promise<string | undefined> {
  const { brand, language, mode, province } = visit;
  const page = brand.chat.url ?? (mode === "demo" ? "/demo/chat" : undefined);
  if (!brand.chat.enabled || page === undefined || !(await hoursOf(visit))?.chat.open) return undefined;
  const facts = Object.entries({ brand: brand.id, language, province, ...opening });
  const told = facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
  return `${page}${page.includes("?") ? "&" : "?"}${new URLSearchParams(told)}`;
}
