import type { ProfileAnswer } from "@vestibule/contract/account/profile.endpoint.ts";
import { maskPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { maskTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import type { ApiDeps } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";

/**
 * Returns the profile of an account, without its contacts while the policy directory does not answer; undefined if the
 * account has been deleted.
 */
export async function readProfile(
  deps: Pick<ApiDeps, "database" | "directory">,
  { requestContext, session }: AccountCall,
): Promise<ProfileAnswer | undefined> {
  const account = await findAccountById(deps.database, session.accountId);
  if (account === undefined) return undefined;
  const { language, province, personKey } = account;
  const { companies } = requestContext.brand;
  const rows = await unlessUnavailable(deps.directory.findByPerson({ companies, personKey }));
  return { language, province, ...(rows && { onFile: maskedContacts(rows) }) };
}

function maskedContacts(rows: readonly PolicyPerson[]): ProfileAnswer["onFile"] {
  const mobiles = rows.flatMap(({ cellPhone }) => cellPhone ?? []);
  const postalCodes = rows.flatMap(({ postalCode }) => postalCode ?? []);
  return {
    mobiles: [...new Set(mobiles.map(maskTelephone))],
    postalCodes: [...new Set(postalCodes.map(maskPostalCode))],
  };
}
