import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { factAtCreation, factAtReset } from "../identity-facts/identity-fact.rule.ts";
import type { Link } from "./link.store.ts";
import type { LinkOwner } from "./link-binding.rule.ts";
import { isToPolicyholder } from "./link-standing.rule.ts";

/** Which fact the owner of a link is asked for. Into another person's account nothing but the own mobile number leads. */
export function factOfLink(link: Pick<Link, "action" | "personKey">, owner: LinkOwner): IdentityFact {
  if (link.action === "RESETPWD_LOGIN") return factAtReset(owner.rows);
  return link.action === "ASKPASSWORD" && isToPolicyholder(link, owner) ? "cellPhone" : factAtCreation(owner.rows);
}
