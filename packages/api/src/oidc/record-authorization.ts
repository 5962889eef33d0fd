import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { type AuditLocale, auditLocale } from "../audit/auditor.port.ts";
import { saveLastAnswer } from "../connections/last-answer.store.ts";
import type { ApiDeps } from "../deps.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { recordApplicationUse } from "./allowed-application.store.ts";
import type { ProviderRequest } from "./provider-request.ts";

/** Records that a person was signed in to an application, for the list in their account and the audit trail. */
export async function recordAuthorization(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  { brand, locale }: { brand: Brand; locale: AuditLocale },
  { clientId, accountId, scopes }: NonNullable<ProviderRequest["authorized"]>,
): Promise<void> {
  const facts = { application: clientId, ...auditLocale(locale) };
  const who = { brandId: brand.id, accountId, actor: "person" };
  await transact(database, async (transaction) => {
    await recordApplicationUse(transaction, { accountId, clientId, scopes });
    await auditor.record(transaction, { event: "application.signedIn", result: "ok", ...who, facts });
  });
  const answered = { kind: "application", brandId: brand.id, id: clientId } as const;
  await saveLastAnswer(database, { ...answered, isGood: true, answer: "signedIn" });
}
