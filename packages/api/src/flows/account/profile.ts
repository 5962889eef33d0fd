import { roleNames } from "@vestibule/catalogue/account.table.ts";
import { policyLines } from "@vestibule/catalogue/book.table.ts";
import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { AccountPolicy, ProfileResponse } from "@vestibule/contract/account/profile.endpoint.ts";
import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { maskPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { maskTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { setLocale } from "../../accounts/account-change.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { findRowsOfAccount } from "../../identity/find-rows.ts";
import { findPresentPolicies } from "../../identity/present-policies.ts";
import { transact } from "../../platform/transaction.adapter.ts";

/**
 * Returns the profile of an account, without its contacts while the policy directory does not answer; undefined if the
 * account has been deleted.
 */
export async function readProfile(
  { database, directory }: Pick<ApiDeps, "database" | "directory">,
  { requestContext, session }: AccountCall,
): Promise<ProfileResponse | undefined> {
  const account = await findAccountById(database, session.accountId);
  if (account === undefined) return undefined;
  const { id: accountId, language, province } = account;
  const { companies } = requestContext.brand;
  const rows = await unlessUnavailable(findRowsOfAccount({ database, directory }, { companies, accountId }));
  return { language, province, ...(rows && { onFile: maskedContacts(rows) }) };
}

function maskedContacts(rows: readonly PolicyPerson[]): ProfileResponse["onFile"] {
  const mobiles = rows.flatMap(({ cellPhone }) => cellPhone ?? []);
  const postalCodes = rows.flatMap(({ postalCode }) => postalCode ?? []);
  return {
    mobiles: [...new Set(mobiles.map(maskTelephone))],
    postalCodes: [...new Set(postalCodes.map(maskPostalCode))],
  };
}

/** Saves the language and province of an account. `notServed`: the brand does not serve the province. */
export async function keepLocale(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  { chosen, ...call }: AccountCall & { chosen: { language?: Language | undefined; province?: ProvinceId | undefined } },
): Promise<"kept" | "notServed"> {
  const { brand } = call.requestContext;
  if (chosen.province !== undefined && !Object.hasOwn(brand.provinces, chosen.province)) return "notServed";
  await transact(database, async (transaction) => {
    const isChanged = await setLocale(transaction, call.session.accountId, chosen);
    if (isChanged) await auditor.record(transaction, accountEvent(call, { event: "account.localeChanged" }));
  });
  return "kept";
}

/**
 * Lists the policies of an account, including those of the household, newest first, with current data from the policy
 * directory; undefined while it does not answer.
 */
export async function listPolicies(
  { database, directory }: Pick<ApiDeps, "database" | "directory">,
  { requestContext, session }: AccountCall,
): Promise<AccountPolicy[] | undefined> {
  const { companies } = requestContext.brand;
  const { accountId } = session;
  const policies = await unlessUnavailable(findPresentPolicies({ database, directory }, { companies, accountId }));
  const listed = policies?.flatMap(({ row, policyNumber, role }) => {
    if (row === undefined || !isOneOf(policyLines, row.line)) return [];
    const { line, year, province } = row;
    return [{ line, year, maskedPolicyNumber: maskPolicyNumber(policyNumber), province, role: roleNames[role] }];
  });
  return listed?.sort((left, right) => right.year - left.year);
}
