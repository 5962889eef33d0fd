import type { ClosingResponse } from "@vestibule/contract/account/own-data.endpoint.ts";
import { type PersonExport, type PersonSection, personSections } from "@vestibule/contract/internal/person.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { settlingUntil } from "../../accounts/settling.rule.ts";
import type { ApiDeps, LimitedDeps } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countErasure, deletePersonRows, type PersonRefs } from "../../retention/person-rows.store.ts";
import { exportPerson } from "./export-and-erase.ts";
import { findPerson, type PersonDeps } from "./find-person.ts";

type OwnDeps = LimitedDeps<keyof PersonDeps>;
/** `ended`: the account and its sessions were deleted by a concurrent request. */
type OwnMiss = { kind: "ended" } | { kind: "settling"; until: Date } | RetryLater;

export async function exportOwnData(
  deps: OwnDeps,
  call: AccountCall,
): Promise<{ kind: "exported"; document: PersonExport } | OwnMiss> {
  const found = await findOwnRefs(deps, call);
  if (found.kind !== "found") return found;
  const { brand } = call.requestContext;
  const result = await exportPerson(deps, { brand, person: { email: found.email }, actor: "person" });
  return result.kind === "exported" ? result : { kind: "ended" };
}

export async function previewClosing(
  deps: OwnDeps,
  call: AccountCall,
): Promise<({ kind: "previewed" } & ClosingResponse) | OwnMiss> {
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

/** Deletes the data kept about the signed-in person, including their sessions, and confirms it by a message. */
export async function closeOwnAccount(
  deps: OwnDeps & Pick<ApiDeps, "notifier">,
  call: AccountCall,
): Promise<{ kind: "closed" } | OwnMiss> {
  const found = await findOwnRefs(deps, call);
  if (found.kind !== "found") return found;
  return transact(deps.database, async (transaction) => {
    const account = await lockAccountOfSession(transaction, call.session);
    // A concurrent request ended the session, or changed the e-mail by which its rows were found.
    if (account === undefined || account.email !== found.email) return { kind: "ended" };
    const until = settlingUntil(account, found.settleAt);
    if (until !== null) return { kind: "settling", until };
    await deletePersonRows(transaction, found.refs);
    const { origin, device } = call.requestContext;
    await notifyAccount(deps, transaction, {
      notification: "accountClosed",
      account,
      origin,
      device,
      alsoTo: found.onFile,
    });
    await deps.auditor.record(transaction, accountEvent(call, { event: "account.closed" }));
    return { kind: "closed" };
  });
}

interface OwnRefs {
  kind: "found";
  email: string;
  refs: PersonRefs;
  /** The e-mails on file, which hear that the account is closed. */
  onFile: readonly string[];
  settleAt: Date | undefined;
}

/** Counts the call, because it reads some tables in full, and finds the person of the session's account. */
async function findOwnRefs(deps: OwnDeps, call: AccountCall): Promise<OwnRefs | OwnMiss> {
  const { requestContext, session } = call;
  const { brand } = requestContext;
  const { accountId } = session;
  const counted = await deps.limits.consume(deps.database, { limit: "ownDataAccount", subject: accountId });
  if (counted.kind === "exceeded") return retryLater(counted);
  const account = await findAccountById(deps.database, accountId);
  if (account === undefined) return { kind: "ended" };
  const { settleAt, emails: onFile } = await readContactsOnFile(deps, call);
  const until = settlingUntil(account, settleAt);
  if (until !== null) return { kind: "settling", until };
  const { email } = account;
  const found = await findPerson(deps, { brand, person: { email }, actor: "person" });
  return found.kind === "found" ? { ...found, email, onFile, settleAt } : { kind: "ended" };
}
