import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import { isSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { maskTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { findEmailOfBefore, findSettled } from "../accounts/settling.store.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import { canReceiveCalls, canReceiveSms } from "../verification/channel.rule.ts";
import { consumeCode } from "../verification/one-time-code.store.ts";
import type { MethodQuery, OwnMethod, SecondFactorDeps, SecondFactorMethod } from "./second-factor-method.port.ts";

/** Numbers that are offered at most. */
const mostNumbers = 3;

const byCode = {
  isWellFormed: isSecurityCode,
  check: async (deps, { account: { brandId }, pendingId, typed }) => {
    const code = normaliseCode(typed);
    return (transaction) =>
      consumeCode(deps, transaction, { purpose: "secondFactor", brandId, sessionId: pendingId, code });
  },
} satisfies Omit<SecondFactorMethod, "list">;

const telephoneNumber = /^\d{10}$/;

/** A text to a mobile number. */
export const textMethod: SecondFactorMethod = {
  ...byCode,
  list: async ({ canSendSms }, database, query) =>
    canSendSms ? waysByNumber("text", (await findNumbers(database, query)).filter(canReceiveSms)) : [],
};

/** A call that speaks the code, to a landline too. */
export const callMethod: SecondFactorMethod = {
  ...byCode,
  list: async ({ canCall }, database, query) =>
    canCall ? waysByNumber("call", (await findNumbers(database, query)).filter(canReceiveCalls)) : [],
};

/** Numbers that have settled: on file at the insurer's, or proven by the person. */
async function findNumbers(database: DbOrTrx, { account, rows }: MethodQuery): Promise<string[]> {
  const onFile = (rows ?? []).flatMap(({ cellPhone }) => cellPhone ?? []);
  const proven = (await findSettled(database, account.id))?.contacts ?? [];
  return [...new Set([...onFile, ...proven.filter((contact) => telephoneNumber.test(contact))])];
}

function waysByNumber(method: "text" | "call", numbers: readonly string[]): OwnMethod[] {
  return numbers.slice(0, mostNumbers).map((recipient, at) => ({
    id: at === 0 ? method : `${method}.${at + 1}`,
    method,
    recipient,
    maskedRecipient: maskTelephone(recipient),
  }));
}

/** A code to the account's e-mail; to the previous one, while a change of it has not settled. */
export const emailMethod: SecondFactorMethod = {
  ...byCode,
  list: async (_deps: SecondFactorDeps, database, { account }) => {
    const before = await findEmailOfBefore(database, account.id);
    const recipient = before?.email ?? account.email;
    return [{ id: "email", method: "email", recipient, maskedRecipient: maskEmail(recipient) }];
  },
};
