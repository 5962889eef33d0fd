import { checkReference, normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { readJourneyRow } from "../../capabilities/support-references/journey-row.store.ts";
import { findReference } from "../../capabilities/support-references/support-reference.store.ts";
import type { AssistParts, DeskCall, SupportCaseFile } from "./support-case.port.ts";

export type OpenedCase =
  | { kind: "found"; file: SupportCaseFile }
  /** The check digit says that it was misheard or mistyped. */
  | { kind: "misread" }
  | { kind: "unknown" };

/** Finds what stands behind a reference, with person, account and policies read afresh. */
export async function openCase(parts: AssistParts, { code, brandId }: DeskCall): Promise<OpenedCase> {
  if (!checkReference(code)) return { kind: "misread" };
  const reference = await findReference(parts.database, normaliseReference(code));
  if (reference === undefined || (brandId !== undefined && reference.brandId !== brandId)) return { kind: "unknown" };
  const { journey } = reference;
  const row =
    journey?.id === undefined
      ? undefined
      : await readJourneyRow(parts.database, { kind: journey.kind, id: journey.id, brandId: reference.brandId });
  const { account, personKey } = await whoIsBehind(parts, {
    brandId: reference.brandId,
    accountId: journey?.accountId ?? row?.accountId,
    personKey: row?.personKey,
  });
  const companies = parts.brands.byId(reference.brandId)?.companies ?? [];
  const policies = personKey === undefined ? [] : await parts.directory.findByPerson({ companies, personKey });
  return { kind: "found", file: { reference, row, personKey, account, policies } };
}

async function whoIsBehind(
  { users, database }: AssistParts,
  known: { brandId: string; accountId: string | undefined; personKey: string | undefined },
) {
  const { brandId, accountId, personKey } = known;
  const byId = accountId === undefined ? undefined : await users.findById(database, accountId);
  const account = byId?.brandId === brandId ? byId : undefined;
  if (account !== undefined || personKey === undefined) return { account, personKey: account?.personKey ?? personKey };
  return { account: await users.findByPerson(database, { brandId, personKey }), personKey };
}
