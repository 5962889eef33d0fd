import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { Exit } from "@vestibule/catalogue/roadblock.table.ts";
import { type ContactPage, contactPages } from "./action-path.table.ts";
import type { InterruptedFlow } from "./interrupted-flow.rule.ts";

/** Exits that are buttons of the portal. The other exits are links. */
export type PortalExit = Exclude<Exit, "telephone" | "customerLine" | "chat">;
/** Exits that redirect to a URL. The excluded exits start a flow or send something. */
type UrlExit = Exclude<PortalExit, "findEmail" | "newCode" | "newLetter" | "changeRole">;

export function isUrlExit(exit: unknown): exit is UrlExit {
  return typeof exit === "string" && Object.hasOwn(urls, exit);
}

const urls = {
  login: "/",
  home: "/",
  forgot: recoveryFlow.FORGOT.path,
  registration: undefined,
  newLink: "/",
  retry: "/",
  marketing: undefined,
  back: undefined,
} as const satisfies Record<UrlExit, string | undefined>;

/**
 * URL of an exit. `registration` leads to the start of the registration flow, `retry` to the page that failed if a
 * password reset was interrupted, `back` to the page that the person left, `marketing` to the brand's site.
 */
export function exitUrl(
  exit: UrlExit,
  facts: { marketingUrl: string; registration: string; interrupted: InterruptedFlow; from?: ContactPage | undefined },
): string {
  if (exit === "registration") return facts.registration;
  if (exit === "retry" && facts.interrupted.kind === "recovery") return recoveryFlow[facts.interrupted.page].path;
  if (exit === "back") return facts.from === undefined ? urls.login : contactPages[facts.from];
  return urls[exit] ?? facts.marketingUrl;
}
