import { roles } from "@vestibule/catalogue/account.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { factAtCreation, factAtReset } from "../verification/knowledge-check.ts";
import type { Link } from "./link.store.ts";
import type { LinkOwner } from "./link-owner.rule.ts";
import { isToPolicyholder } from "./link-state.adapter.ts";

/**
 * The fact that the owner of a link must verify. Access to another person's account requires the driver's own mobile
 * number; a policyholder without one on file verifies policy facts.
 */
export function factOfLink(link: Pick<Link, "action" | "personKey">, owner: LinkOwner): IdentityFact {
  const { rows } = owner;
  if (link.action === "RESETPWD_LOGIN") return factAtReset(rows);
  if (link.action !== "ASKPASSWORD" || !isToPolicyholder(link, owner)) return factAtCreation(rows);
  const hasMobile = rows.some(({ cellPhone }) => cellPhone !== null);
  const holdsPolicy = rows.some(({ role }) => role === roles.policyHolder);
  return holdsPolicy && !hasMobile ? "postalCodeAndDateOfBirth" : "cellPhone";
}
