import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { Exit } from "@vestibule/catalogue/roadblock.table.ts";
import { type ContactPage, contactPages } from "../visit/contact-page.table.ts";
import type { BrokenJourney } from "./journey-at-fault.rule.ts";

/** Ways that stay on the portal's side: a button that leaves the roadblock. The others are links. */
export type PortalWay = Exclude<Exit, "telephone" | "customerLine" | "chat">;
/** Those that lead to an address; finding an account, a new code, a new letter and another role begin by themselves. */
type AddressWay = Exclude<PortalWay, "findAddress" | "newCode" | "newLetter" | "changeRole">;

export function isAddressWay(way: unknown): way is AddressWay {
  return typeof way === "string" && Object.hasOwn(addresses, way);
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
} as const satisfies Record<AddressWay, string | undefined>;

/**
 * Where a way leads; `marketing` is the brand's own site, `registration` where this person's road begins, `retry` to
 * the page that broke, `back` to the one that was left by choice.
 */
export function addressOfWay(
  way: AddressWay,
  facts: { marketingUrl: string; registration: string; broken: BrokenJourney; from?: ContactPage | undefined },
): string {
  if (way === "registration") return facts.registration;
  if (way === "retry" && facts.broken.kind === "recovery") return recoveryFlow[facts.broken.page].path;
  if (way === "back") return facts.from === undefined ? addresses.login : contactPages[facts.from];
  return addresses[way] ?? facts.marketingUrl;
}
