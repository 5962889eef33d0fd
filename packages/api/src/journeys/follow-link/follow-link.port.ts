import type { Limits } from "../../capabilities/limits/limit.port.ts";
import type { Link } from "../../capabilities/links/link.store.ts";
import type { LinkOwner } from "../../capabilities/links/link-binding.rule.ts";
import type { ApiParts, Visit } from "../../parts.ts";

export type FollowParts = Pick<
  ApiParts,
  "database" | "users" | "directory" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log"
> & { limits: Limits };

/** A call about a link that was live when it was looked up; what is written is decided again on the held row. */
export interface LinkCall {
  parts: FollowParts;
  visit: Visit;
  link: Link;
  owner: LinkOwner;
}
