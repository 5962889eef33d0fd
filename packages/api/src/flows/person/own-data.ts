import type { ClosingAnswer } from "@vestibule/contract/account/own-data.schema.ts";
import { type PersonExport, type PersonSection, personSections } from "@vestibule/contract/internal/person.schema.ts";
import type { AccountSession } from "../../accounts/gateway-session.store.ts";
import { auditLocale } from "../../audit/auditor.port.ts";
import type { ApiDeps, LimitedDeps, RequestContext } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countErasure, deletePersonRows, type PersonRefs } from "../../retention/person-rows.store.ts";
import { exportPerson } from "./export-person.ts";
import { findPerson, type PersonDeps } from "./find-person.ts";

interface OwnCall {
  requestContext: RequestContext;
  session: AccountSession;
}

type OwnDeps = LimitedDeps<keyof PersonDeps>;
/** `ended`: the account was deleted meanwhile, and its sessions with it. */
type OwnMiss = { kind: "ended" } | { kind: "wait"; retryAfterSeconds: number };

/** Everything kept of the signed-in person. */
export async function exportOwnData(
  deps: OwnDeps,
  call: OwnCall,
): Promise<{ kind: "exported"; document: PersonExport } | OwnMiss> {
  const found = await findOwnRefs(deps, call);
  if (found.kind !== "found") return found;
  const { brand } = call.requestContext;
  const result = await exportPerson(deps, { brand, person: { email: found.email }, actor: "person" });
  return result.kind === "exported" ? result : { kind: "ended" };
}

/** What closing the account would delete and keep. */
export async function previewClosing(
  deps: OwnDeps,
  call: OwnCall,
): Promise<({ kind: "previewed" } & ClosingAnswer) | OwnMiss> {
  const found = await findOwnRefs(deps, call);
  if (found.kind !== "found") return found;
  const { deletes, keeps } = await countErasure(deps.database, found.refs);
  const isDeleted = (section: PersonSection) => deletes[section] !== undefined;
  return {
    kind: "previewed",
    deletes: personSections.filter(isDeleted),
    keeps: keeps.flatMap(({ section, rows }) => (rows > 0 ? [section] : [])),
  };
}

/** Deletes what is kept of the signed-in person, their sessions included, and confirms it by a message. */
export async function closeOwnAccount(
  deps: OwnDeps & Pick<ApiDeps, "notifier">,
  call: OwnCall,
): Promise<{ kind: "closed" } | OwnMiss> {
  const found = await findOwnRefs(deps, call);
  if (found.kind !== "found") return found;
  const { requestContext, session } = call;
  const { accountId, brandId } = session;
  return transact(deps.database, async (transaction) => {
    const account = await deps.accountStore.lockForUpdate(transaction, accountId);
    // A concurrent request closed the account, or changed the e-mail by which its rows were found.
    if (account === undefined || account.email !== found.email || account.disabled) return { kind: "ended" };
    await deletePersonRows(transaction, found.refs);
    await deps.notifier.notify(transaction, {
      ...{ notification: "accountClosed", brandId, language: account.language, channel: "EMAIL" },
      ...{ recipient: account.email, facts: { origin: requestContext.origin, province: account.province } },
    });
    await deps.auditor.record(transaction, {
      ...{ event: "account.closed", result: "ok", brandId, accountId, actor: "person" },
      facts: auditLocale(requestContext),
    });
    return { kind: "closed" };
  });
}

/** Counts the call, because it reads some tables whole, and finds the person of the session's account. */
async function findOwnRefs(
  deps: OwnDeps,
  { requestContext: { brand }, session: { accountId } }: OwnCall,
): Promise<{ kind: "found"; email: string; refs: PersonRefs } | OwnMiss> {
  const taken = await deps.limits.consume(deps.database, { limit: "ownDataAccount", subject: accountId });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const account = await deps.accountStore.findById(deps.database, accountId);
  if (account === undefined) return { kind: "ended" };
  const { email } = account;
  const found = await findPerson(deps, { brand, person: { email }, actor: "person" });
  return found.kind === "found" ? { ...found, email } : { kind: "ended" };
}
