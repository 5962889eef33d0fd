import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { countOnRecovery, findRecovery, holdRecovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { refuseAfterWrongCodes } from "./after-wrong-answers.journey.ts";
import { openHandle } from "./journey-handle.rule.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { whyOver } from "./recovery-ending.rule.ts";
import { ownerById } from "./recovery-owner.journey.ts";
import { sendResetMessage } from "./reset-message.journey.ts";
import { alike, emailKeysOf, startReset } from "./start-reset.journey.ts";

export type AskAgainEnding = { kind: "asked" } | Refusal;

interface Question {
  visit: Visit;
  /** The id of a recovery, or the one that finding an account gave. */
  id: string;
}

/** Asks for the reset's message again, or for a first one where an account was found. Alike for ids that lead nowhere. */
export function askAgain(parts: ProvingParts, question: Question): Promise<AskAgainEnding> {
  return alike(ask(parts, question));
}

async function ask(parts: ProvingParts, { visit, id: text }: Question): Promise<AskAgainEnding> {
  const { brand, address } = visit;
  const taken = await parts.limits.take(parts.database, { limit: "recoveryAddress", subject: address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const purposes = ["recovery", "sign-in"] as const;
  const handle = openHandle(parts.keys.secretHash, { text, brandId: brand.id, purposes });
  if (handle === undefined) return { kind: "gone" };
  if (handle.purpose === "recovery")
    return handle.id === undefined ? { kind: "gone" } : sendAnother(parts, { visit, recoveryId: handle.id });
  const owner = await ownerById(parts, { brand, accountId: handle.id, emailKey: parts.random.token(16) });
  const email = owner.account?.email;
  await transact(parts.database, (transaction) => startReset(parts, transaction, { visit, owner, email }));
  return { kind: "asked" };
}

async function sendAnother(
  parts: ProvingParts,
  { visit, recoveryId }: { visit: Visit; recoveryId: string },
): Promise<AskAgainEnding> {
  const { brand } = visit;
  const name = { id: recoveryId, brandId: brand.id };
  const found = await findRecovery(parts.database, name);
  if (found === undefined || found.how !== "forgot") return { kind: "gone" };
  const owner = await ownerById(parts, { brand, accountId: found.accountId, emailKey: found.emailKey });
  return transact(parts.database, async (transaction) => {
    const recovery = await holdRecovery(transaction, name);
    const over = whyOver(recovery);
    if (over === "wrongAnswers") return refuseAfterWrongCodes(parts, transaction, { visit, recovery, owner });
    if (recovery === undefined || over) return { kind: "gone" };
    const mails = await countOnRecovery(transaction, { id: recovery.id, what: "mails" });
    // The first message is no repetition.
    const hasRoom = mails <= 1 + limitRows.recoveryMailSession.limit;
    const event = {
      brandId: brand.id,
      ...(owner.account && { accountId: owner.account.id }),
      journeyId: recovery.id,
      actor: "person",
      lived: livedIn("recovery", visit),
    };
    if (!hasRoom) {
      await parts.auditor.record(transaction, { ...event, event: "recovery.locked", result: "mailsSent" });
      return { kind: "limit", roadblock: "resend-reset-password" };
    }
    const recipient = owner.account?.email ?? recovery.recipient;
    const emailKeys =
      recipient === undefined ? [recovery.emailKey] : emailKeysOf(parts, { brandId: brand.id, email: recipient });
    const result = await sendResetMessage(parts, transaction, { visit, recoveryId, owner, emailKeys, recipient });
    await parts.auditor.record(transaction, { ...event, event: "recovery.repeated", result });
    return { kind: "asked" };
  });
}
