import type { IdentityProofRefusal } from "../../capabilities/identity-proof/identity-proof.port.ts";
import type { LinkOwner } from "../../capabilities/links/account-fingerprint.rule.ts";
import type { Link } from "../../capabilities/links/link.store.ts";
import type { RequestContext } from "../../deps.ts";

/** A call about a link that was live when it was looked up; what is written is decided again on the held row. */
export interface LinkCall {
  requestContext: RequestContext;
  link: Link;
  owner: LinkOwner;
}

/** Why a link does not lead further. */
export type LinkRefusal =
  | IdentityProofRefusal
  /** Used, deleted, superseded, past its time, or issued for facts that are others by now. */
  | { kind: "linkExpired" }
  | { kind: "accessRemoved" };
