import type { AccountCall } from "../../accounts/account-call.rule.ts";
import type { ApiDeps } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import { findRowsOfAccount } from "../../identity/find-rows.ts";

/**
 * The e-mails that the insurer has on file for the person, which hear of a change of what signs in; none while the
 * policy directory does not answer, as the change does not wait for it.
 */
export async function readEmailsOnFile(
  deps: Pick<ApiDeps, "database" | "directory">,
  { requestContext: { brand }, session: { accountId } }: AccountCall,
): Promise<string[]> {
  const rows = await unlessUnavailable(findRowsOfAccount(deps, { companies: brand.companies, accountId }));
  return (rows ?? []).flatMap(({ email }) => email ?? []);
}
