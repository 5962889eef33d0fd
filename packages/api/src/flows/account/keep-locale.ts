import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { setLocale } from "../../accounts/account-change.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

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
