import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import { endPendingSignIn, recordSecondFactor } from "../../accounts/pending-sign-in.store.ts";
import { endWaiver } from "../../accounts/second-factor-waiver.store.ts";
import { issueTicket } from "../../accounts/sign-in-ticket.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";
import { type PendingCall, pendingEvent } from "./pending-call.ts";

/** `ticket`: for an app; a browser opens its session at the gateway. */
export type CompletedPending = { kind: "proven"; email: string; ticket?: string };

interface GivenProof extends PendingCall {
  method: SecondFactorId;
  remembers: boolean;
}

/** Records the second proof of a pending sign-in. A waiver ends with it, as its person has a method. */
export async function completePending(
  deps: Pick<SecondFactorDeps, "auditor" | "keys" | "random">,
  transaction: Trx,
  { method, remembers, ...call }: GivenProof,
): Promise<CompletedPending> {
  const { pending, account } = call;
  await recordSecondFactor(transaction, { id: pending.id, method, remembers });
  await revokeCodes(transaction, pending.id);
  await endWaiver(transaction, account.id);
  await deps.auditor.record(
    transaction,
    pendingEvent(call, { event: "second-factor.passed", result: "ok", facts: { method } }),
  );
  const { emailAsTyped: email } = account;
  if (pending.client === "browser") return { kind: "proven", email };
  await endPendingSignIn(transaction, pending.id, "passed");
  return { kind: "proven", email, ticket: await issueTicket(deps, transaction, account.id, method) };
}
