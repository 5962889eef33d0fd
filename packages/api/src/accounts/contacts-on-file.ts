import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { ApiDeps } from "../deps.ts";
import { unlessUnavailable } from "../directory/circuit-breaker.adapter.ts";
import { findRowsOfAccount } from "../identity/find-rows.ts";
import type { AccountCall } from "./account-call.rule.ts";
import { contactsSettleAt, emailsToNotify, withSettledContacts } from "./settling.rule.ts";
import { findSettled } from "./settling.store.ts";

interface AccountName {
  requestContext: { brand: Pick<Brand, "companies"> };
  session: Pick<AccountCall["session"], "accountId">;
}

/**
 * The e-mails that the insurer has on file for the person of an account, which hear of a change of what signs in, those
 * of them that have settled, and when its newest contact has. None is known while the policy directory does not answer, as the change does
 * not wait for it.
 */
export async function readContactsOnFile(
  { database, directory }: Pick<ApiDeps, "database" | "directory">,
  { requestContext, session: { accountId } }: AccountName,
): Promise<{ emails: string[]; settledEmails: string[]; settleAt: Date | undefined }> {
  const { companies } = requestContext.brand;
  const rows = await unlessUnavailable(findRowsOfAccount({ database, directory }, { companies, accountId }), {
    throwsTooMany: true,
  });
  const settled = rows && (await findSettled(database, accountId));
  if (rows === undefined || settled === undefined) return { emails: [], settledEmails: [], settleAt: undefined };
  const settledEmails = withSettledContacts(rows, settled).flatMap(({ email }) => email ?? []);
  return { emails: emailsToNotify(rows, settled), settledEmails, settleAt: contactsSettleAt(rows, settled) };
}
