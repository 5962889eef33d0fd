import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { FactRefusal } from "../../capabilities/identity-facts/claimed-fact.rule.ts";
import type { Limits } from "../../capabilities/limits/limit.port.ts";
import type { Link } from "../../capabilities/links/link.store.ts";
import type { LinkOwner } from "../../capabilities/links/link-binding.rule.ts";
import type { PasswordRefusal } from "../../capabilities/passwords/password-refusal.rule.ts";
import type { ApiParts, Visit } from "../../parts.ts";

export type FollowParts = Pick<
  ApiParts,
  "database" | "users" | "directory" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log" | "clock"
> & { limits: Limits };

/** A call about a link that was live when it was looked up; what is written is decided again on the held row. */
export interface LinkCall {
  visit: Visit;
  link: Link;
  owner: LinkOwner;
}

/** Why a link does not lead further. `fields`: field name to the key of its fault. */
export type LinkRefusal =
  | { kind: "malformed"; fields: Record<string, string> }
  /** No such link, or none for this. */
  | { kind: "gone" }
  /** Used, deleted, superseded, past its time, or issued for facts that are others by now. */
  | { kind: "linkExpired" }
  | { kind: "wrongSecret" }
  | FactRefusal
  | { kind: "limit"; roadblock: RoadblockId; until?: Date }
  | PasswordRefusal
  /** Somebody else uses the address that the account was to take. */
  | { kind: "addressTaken" }
  | { kind: "accessRemoved" }
  | { kind: "wait"; retryAfterSeconds: number };
