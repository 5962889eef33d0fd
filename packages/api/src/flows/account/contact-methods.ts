import type { SecondFactorsResponse } from "@vestibule/contract/account/second-factor.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import { listMethods } from "../../second-factor/list-methods.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";

/** Lists the contacts to which a code of the second proof would be sent now. */
export async function listContactMethods(
  deps: SecondFactorDeps,
  { requestContext: { brand }, session: { accountId } }: AccountCall,
): Promise<SecondFactorsResponse["onFile"]> {
  const account = await findAccountById(deps.database, accountId);
  const methods = account === undefined ? [] : await listMethods(deps, { brand, account });
  return methods.flatMap(({ method, maskedRecipient }) =>
    (method === "text" || method === "call" || method === "email") && maskedRecipient !== undefined
      ? [{ method, maskedRecipient }]
      : [],
  );
}
