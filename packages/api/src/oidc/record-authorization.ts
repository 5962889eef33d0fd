import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { type AuditLocale, auditLocale } from "../audit/auditor.port.ts";
import type { ApiDeps } from "../deps.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { recordApplicationUse } from "./allowed-application.store.ts";
import type { ProviderRequest } from "./provider-request.ts";

/** Records that a person was signed in to an application, for the list in their account and the audit trail. */
export function recordAuthorization(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  { brand, locale }: { brand: Brand; locale: AuditLocale },
  { clientId, accountId, scopes }: NonNullable<ProviderRequest["authorized"]>,
): Promise<void> {
  const facts = { application: clientId, ...auditLocale(locale) };
  const who = { brandId: brand.id, accountId, actor: "person" };
  return transact(database, async (transaction) => {
    await recordApplicationUse(transaction, { accountId, clientId, scopes });
    await auditor.record(transaction, { event: "application.signedIn", result: "ok", ...who, facts });
  });
}
