import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { Exit } from "@vestibule/catalogue/roadblock.table.ts";
import { type ContactPage, contactPages } from "./action-path.table.ts";
import type { InterruptedFlow } from "./journey-at-fault.rule.ts";

/** Exits within the portal: buttons that leave the roadblock. The others are links. */
export type PortalExit = Exclude<Exit, "telephone" | "customerLine" | "chat">;
/** Exits that redirect to a URL; the excluded ones start an operation. */
type UrlExit = Exclude<PortalExit, "findAddress" | "newCode" | "newLetter" | "changeRole">;

export function isUrlExit(exit: unknown): exit is UrlExit {
  return typeof exit === "string" && Object.hasOwn(addresses, exit);
}

const addresses = {
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
 * URL of an exit: `marketing` is the brand's site, `registration` the start of the registration flow, `retry` the page
 * that failed, `back` the page that was left by choice.
 */
export function exitUrl(
  exit: UrlExit,
  facts: { marketingUrl: string; registration: string; broken: InterruptedFlow; from?: ContactPage | undefined },
): string {
  if (exit === "registration") return facts.registration;
  if (exit === "retry" && facts.broken.kind === "recovery") return recoveryFlow[facts.broken.page].path;
  if (exit === "back") return facts.from === undefined ? addresses.login : contactPages[facts.from];
  return addresses[exit] ?? facts.marketingUrl;
}
