import type { SecondFactorsResponse } from "@vestibule/contract/account/second-factor.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { setSecondFactorFirst } from "../../accounts/account-change.store.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { listMethods } from "../../second-factor/list-methods.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";

type FirstMethods = Pick<SecondFactorsResponse, "methods" | "first" | "newMobileFrom">;

/**
 * Lists the methods that a login can ask for first, in the order in which it offers them now. Recovery codes are for a
 * person who has lost the others.
 */
export async function listFirstMethods(
  deps: SecondFactorDeps,
  { requestContext: { brand }, session: { accountId } }: AccountCall,
): Promise<FirstMethods> {
  const account = await findAccountById(deps.database, accountId);
  const offered = account && (await listMethods(deps, { brand, account }));
  const methods = (offered?.methods ?? []).flatMap(({ id, method, maskedRecipient }) =>
    method === "recoveryCode" || method === "passkey"
      ? []
      : [{ id, method, ...(maskedRecipient !== undefined && { maskedRecipient }) }],
  );
  const first = methods.find(({ id }) => id === account?.secondFactorFirst)?.id;
  const newMobileFrom = offered?.newMobileFrom?.toISOString();
  return { methods, ...(first !== undefined && { first }), ...(newMobileFrom !== undefined && { newMobileFrom }) };
}

export type ChooseFirstMethodResult =
  | { kind: "chosen" }
  | { kind: "ended" }
  | { kind: "malformed"; fields: Record<string, string> };

/** Saves which method a login asks for first. A repeated call with the same method writes nothing. */
export async function chooseFirstMethod(
  deps: SecondFactorDeps,
  call: AccountCall & { id: string },
): Promise<ChooseFirstMethodResult> {
  const { id, session } = call;
  const { methods } = await listFirstMethods(deps, call);
  const chosen = methods.find((one) => one.id === id);
  if (chosen === undefined) return { kind: "malformed", fields: { id: "unknown" } };
  return transact(deps.database, async (transaction): Promise<ChooseFirstMethodResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    if (account.secondFactorFirst === id) return { kind: "chosen" };
    await setSecondFactorFirst(transaction, { accountId: account.id, id });
    const facts = { method: chosen.method };
    await deps.auditor.record(transaction, accountEvent(call, { event: "second-factor.firstChosen", facts }));
    return { kind: "chosen" };
  });
}
