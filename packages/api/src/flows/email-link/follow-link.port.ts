import type { RequestContext } from "../../deps.ts";
import type { Link } from "../../links/link.store.ts";
import type { LinkOwner } from "../../links/link-owner.rule.ts";
import type { IdentityProofRefusal } from "../../verification/identity-proof.port.ts";

/** A request with a link that was live when read; each write checks again on the locked row. */
export interface LinkCall {
  requestContext: RequestContext;
  link: Link;
  owner: LinkOwner;
}

/** Why a request with a link is refused. */
export type LinkRefusal =
  | IdentityProofRefusal
  /** Used, deleted, superseded, expired, or issued for facts that have since changed. */
  | { kind: "linkExpired" }
  | { kind: "accessRemoved" };
