import type { Link } from "../../capabilities/links/link.store.ts";
import type { LinkOwner } from "../../capabilities/links/link-binding.rule.ts";
import type { ProvingRefusal } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";

/** A call about a link that was live when it was looked up; what is written is decided again on the held row. */
export interface LinkCall {
  visit: Visit;
  link: Link;
  owner: LinkOwner;
}

/** Why a link does not lead further. */
export type LinkRefusal =
  | ProvingRefusal
  /** Used, deleted, superseded, past its time, or issued for facts that are others by now. */
  | { kind: "linkExpired" }
  | { kind: "accessRemoved" };
