import { insertScreenView, lockVersion, type Publication } from "../../brands/brand-version.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

/** Records that a member has opened a screen that a version changes. */
export function recordScreenView(
  { database }: Pick<ApiDeps, "database">,
  view: Publication & { screen: string; memberId: string },
): Promise<{ kind: "recorded" | "notFound" }> {
  return transact(database, async (transaction) => {
    const version = await lockVersion(transaction, view);
    if (version === undefined || !version.screens.includes(view.screen)) return { kind: "notFound" };
    await insertScreenView(transaction, view);
    return { kind: "recorded" };
  });
}
