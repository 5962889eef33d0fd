import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
import { foldName, readPersonKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import { checkPolicyNumber, policyNumberLengths } from "@vestibule/contract/fields/policy-number.rule.ts";
import { checkPostalCode, normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import {
  type Account,
  accountOfRow,
  findAccountById,
  findRelatedAccounts,
  withoutRowsOfOthers,
} from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { proveIdentity } from "../../accounts/account-identity.store.ts";
import { addPolicies } from "../../accounts/account-policy.store.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { provenPolicies } from "../../accounts/create-account.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { findRowsOfPerson } from "../../identity/find-rows.ts";
import { identityByRow, identityOf, isSameRow, personIdsOf } from "../../identity/person.rule.ts";
import {
  countWrongAdditionCode,
  endPolicyAdditions,
  findPolicyAddition,
  insertPolicyAddition,
} from "../../identity/policy-addition.store.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { maskedChannel, usableChannels } from "../../verification/channel.rule.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import type { VerificationLockout, VerificationRefusal } from "../../verification/identity-proof.port.ts";
import {
  identityParts,
  limitSubjectOf,
  randomizeCodeThreshold,
  wrongCodesOfDay,
} from "../../verification/lockout.rule.ts";
import { issueCode, revokeCodes } from "../../verification/one-time-code.store.ts";
import { codeNotice, countMessage } from "../../verification/send-code.ts";
import { attemptsToAnnounce, verifyCode } from "../../verification/verify-code.ts";

type AdditionDeps = LimitedDeps<"database" | "directory" | "auditor" | "notifier" | "random" | "keys" | "canSendSms">;

export interface PolicyToAdd {
  policyNumber: string;
  lastName: string;
  postalCode: string;
  channel: "EMAIL" | "SMS";
}

type RequestAdditionResult =
  | { kind: "requested"; maskedRecipient: string; codeEndsAt: Date }
  | { kind: "malformed"; fields: Record<string, string> }
  | { kind: "notFound" }
  | { kind: "ended" }
  | RetryLater
  | VerificationLockout;

/**
 * Sends a code to a contact on another policy of the account's person. Its facts are the policy number, the last name,
 * which may have changed, and the postal code; first name and date of birth are those of the account.
 */
export async function requestPolicyAddition(
  deps: AdditionDeps,
  { requestContext, session, typed }: AccountCall & { typed: PolicyToAdd },
): Promise<RequestAdditionResult> {
  const { brand } = requestContext;
  const { accountId, brandId, idHash: sessionIdHash } = session;
  const fields = fieldErrors({
    policyNumber: checkPolicyNumber(typed.policyNumber, policyNumberLengths(brand)),
    lastName: checkName(typed.lastName),
    postalCode: checkPostalCode(typed.postalCode),
  });
  if (fields) return { kind: "malformed", fields };
  const account = await findAccountById(deps.database, accountId);
  if (account === undefined) return { kind: "ended" };
  const counted = await deps.limits.consume(deps.database, { limit: "policyAdditionAccount", subject: accountId });
  if (counted.kind === "exceeded") return retryLater(counted);
  const row = await findPolicy(deps, { companies: brand.companies, account, typed });
  const channels = row ? usableChannels(row, deps).filter((channel) => channel !== "PIN") : [];
  const channel = channels.find((one) => one === typed.channel) ?? channels[0];
  const recipient = channel === "SMS" ? row?.cellPhone : row?.email;
  if (row === undefined || channel === undefined || !recipient) return { kind: "notFound" };
  const identity = limitSubjectOf({ brandId, identity: identityOf(row) });
  const message = { requestContext, recipient, identity };
  const count = await countMessage(deps.limits, deps.database, message);
  if (count.kind === "lockedOut") return count;
  if (count.kind === "exceeded") return retryLater(count);
  return transact(deps.database, async (transaction): Promise<RequestAdditionResult> => {
    if ((await lockAccountOfSession(transaction, session)) === undefined) return { kind: "ended" };
    for (const id of await endPolicyAdditions(transaction, accountId)) await revokeCodes(transaction, id);
    const wrongCodeLimit = randomizeCodeThreshold(deps.random);
    const addition = { accountId, sessionIdHash, row, contact: recipient, wrongCodeLimit };
    const issued = await issueCode(deps, transaction, {
      purpose: "policyAddition",
      brandId,
      sessionId: await insertPolicyAddition(transaction, addition),
      channel,
      identityKey: keyedHash(deps.keys.lookupHash, identityParts(identity)),
    });
    const { province } = row;
    const notice = { notification: "policyCode", channel, recipient, requestContext, province } as const;
    await deps.notifier.notify(transaction, codeNotice(issued, notice));
    const facts = { purpose: "policyAddition", channel };
    await deps.auditor.record(transaction, accountEvent({ requestContext, session }, { event: "code.sent", facts }));
    return { kind: "requested", maskedRecipient: maskedChannel(channel, row), codeEndsAt: issued.endsAt };
  });
}

async function findPolicy(
  { directory }: AdditionDeps,
  { companies, account, typed }: { companies: readonly string[]; account: Account; typed: PolicyToAdd },
): Promise<PolicyPerson | undefined> {
  const { firstName, dateOfBirth } = readPersonKey(account.personKey);
  const policyNumber = normaliseNumber(typed.policyNumber);
  const postalCode = normalisePostalCode(typed.postalCode);
  const lastName = foldName(typed.lastName);
  const onPolicy = await directory.findByPolicyNumber({ companies, policyNumber });
  return onPolicy.find(
    (row) =>
      row.dateOfBirth === dateOfBirth &&
      foldName(row.firstName) === firstName &&
      foldName(row.lastName) === lastName &&
      row.postalCode === postalCode,
  );
}

type ConfirmAdditionResult =
  | { kind: "added" }
  | { kind: "malformed"; fields: Record<string, string> }
  | { kind: "notFound" }
  | RetryLater
  | VerificationRefusal
  | VerificationLockout;

/** Adds the policy that this session requested, and those that its id or the proven contact ties to it. */
export async function confirmPolicyAddition(
  deps: AdditionDeps,
  { typed, ...confirmation }: AccountCall & { typed: string },
): Promise<ConfirmAdditionResult> {
  const { requestContext, session } = confirmation;
  const { accountId, brandId } = session;
  const { clientIp, brand } = requestContext;
  const counted = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const fields = fieldErrors({ code: checkSecurityCode(typed) });
  if (fields) return { kind: "malformed", fields };
  const ofSession = { accountId, sessionIdHash: session.idHash };
  const open = await findPolicyAddition(deps.database, ofSession);
  if (open === undefined) return { kind: "notFound" };
  const { company, policyNumber } = open.row;
  const onPolicy = await deps.directory.findByPolicyNumber({ companies: [company], policyNumber });
  const row = onPolicy.find((one) => isSameRow(one, open.row));
  if (row === undefined) return { kind: "notFound" };
  const { emails: alsoTo } = await readContactsOnFile(deps, confirmation);
  const person = identityByRow(row, [open.contact]);
  const rows = await findRowsOfPerson(deps, { companies: brand.companies, person });
  const identity = limitSubjectOf({ brandId, identity: identityOf(row) });
  return countAttempt(deps, wrongCodesOfDay(identity), (count) =>
    transact(deps.database, async (transaction): Promise<ConfirmAdditionResult> => {
      const account = await lockAccountOfSession(transaction, session);
      const addition = await findPolicyAddition(transaction, { ...ofSession, lock: true });
      if (account === undefined || addition?.id !== open.id) {
        await refundAttempt(deps, transaction, count);
        return { kind: "notFound" };
      }
      const result = await verifyCode(deps, transaction, {
        purpose: "policyAddition",
        brandId,
        sessionId: addition.id,
        typed,
        count,
        isAccepted: true,
        identity,
        wrongCodeLimit: addition.wrongCodeLimit,
        countWrong: () => countWrongAdditionCode(transaction, addition.id),
      });
      if (result.kind === "verified") {
        await endPolicyAdditions(transaction, accountId);
        const accounts = await findRelatedAccounts(transaction, { brandId, rows });
        const otherOwner = accountOfRow(
          accounts.filter(({ id }) => id !== accountId),
          row,
        );
        const own = withoutRowsOfOthers(rows, { person, accounts, accountId });
        const added = await addPolicies(transaction, accountId, provenPolicies(row, own));
        const proven = { contacts: [addition.contact], personIds: personIdsOf(own) };
        await proveIdentity(transaction, { accountId, brandId, proven });
        const { origin, device } = requestContext;
        await notifyAccount(deps, transaction, { notification: "policyAdded", account, origin, device, alsoTo });
        if (otherOwner) {
          const notice = { notification: "policyInOtherAccount", account: otherOwner, origin, device } as const;
          await notifyAccount(deps, transaction, notice);
        }
        const event = accountEvent(confirmation, { event: "account.policiesAdded", facts: { count: added } });
        await deps.auditor.record(transaction, event);
        return { kind: "added" };
      }
      if (result.kind === "lockedOut") await endPolicyAdditions(transaction, accountId);
      const facts = { purpose: "policyAddition" };
      const event = result.kind === "lockedOut" ? "code.locked" : "code.refused";
      await deps.auditor.record(transaction, accountEvent(confirmation, { event, result: result.reason, facts }));
      if (result.kind === "lockedOut") return result;
      const { triesLeft, ...refused } = result;
      return { ...refused, ...attemptsToAnnounce(triesLeft) };
    }),
  );
}
