import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
import { checkPin, checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { findRelatedAccounts } from "../../../accounts/account.store.ts";
import { identityByRow, identityOf, rowsOfPerson } from "../../../identity/person.rule.ts";
import type { LimitConsumed } from "../../../limits/limit.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { dayLockout, limitSubjectOf, wrongCodesOfDay } from "../../../verification/lockout.rule.ts";
import { consumeCode, revokeCodes } from "../../../verification/one-time-code.store.ts";
import { ownPinMatches } from "../../../verification/pin-hash.adapter.ts";
import { ownWindows } from "../../../verification/send-code.ts";
import { attemptsToAnnounce, refuseCode } from "../../../verification/verify-code.ts";
import { apiVersions } from "../api-version.table.ts";
import { type AttemptState, provenContacts } from "../attempt-state.schema.ts";
import type { IdentifiedCall, InputHandler, Transition } from "../registration-call.port.ts";
import { lockOut, refuseFields, requirePerson, throttle } from "../transition.rule.ts";
import {
  allowCreation,
  findPolicyholderAccount,
  onVerified,
  relatedTo,
  requestPassword,
  type VerifiedIdentity,
} from "./on-verified.ts";

/** Verifies a code or PIN. Malformed ones do not count as attempts but count by client IP. */
export const verify: InputHandler<string> = async (context, typed) => {
  const identified = requirePerson(context);
  const { deps, requestContext, attempt, person } = identified;
  const { brand, clientIp } = requestContext;
  const submitted = findExpectedCode(identified);
  const { purpose, method, expected } = submitted;
  const errors = fieldErrors({ securityCode: (method === "PIN" ? checkPin : checkSecurityCode)(typed) });
  const onPolicy =
    errors || !apiVersions[attempt.api].joinsHousehold
      ? []
      : await deps.directory.findByPolicyNumber({ companies: [person.company], policyNumber: person.policyNumber });
  const ofClient = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (ofClient.kind === "exceeded") return throttle(ofClient);
  if (errors) return refuseFields(errors);

  const proofs = provenContacts({ ...attempt.state, proof: proofOf(identified, submitted) });
  // The rows that a correct code proves.
  const call = { ...identified, policies: rowsOfPerson(identified.candidates, identityByRow(person, proofs)) };
  const identity = limitSubjectOf({ brandId: brand.id, identity: identityOf(person) });
  const code = { purpose, brandId: brand.id, sessionId: attempt.id, code: normaliseCode(typed) };
  return {
    windows: wrongCodesOfDay(identity),
    run: async (transaction, count) => {
      if (count.kind === "exceeded") {
        await revokeCodes(transaction, attempt.id);
        return lockOut(dayLockout(count.until));
      }
      const isCorrect =
        expected === "pin"
          ? ownPinMatches({ pin: typed, person, keys: deps.keys.secretHash })
          : expected === "code" && (await consumeCode(deps, transaction, code));
      if (!isCorrect) return refuseWrong(call, transaction, { submitted, identity, count });
      await deps.limits.refund(transaction, count);
      const recipient = recipientOf(call, method);
      // A correct code shows that its message was wanted.
      if (recipient)
        await deps.limits.refund(transaction, [
          ...ownWindows({ requestContext, recipient }),
          ...(purpose === "registration" ? [{ limit: "unansweredCodesClientIp", subject: clientIp } as const] : []),
        ]);
      const accounts = await findRelatedAccounts(transaction, relatedTo(call));
      const { events = [], ...transition } = await continueAfterCode(call, transaction, {
        ...submitted,
        onPolicy,
        accounts,
      });
      const accepted = { event: "code.accepted", result: "ok", facts: { purpose, channel: method } } as const;
      return { ...transition, events: [accepted, ...events] };
    },
  };
};

async function refuseWrong(
  { deps, attempt }: IdentifiedCall,
  transaction: Trx,
  { submitted, identity, count }: { submitted: SubmittedCode; identity: string; count: LimitConsumed },
): Promise<Transition> {
  const { purpose, method } = submitted;
  const wrongCodes = attempt.state.wrongCodes + 1;
  const { wrongCodeLimit } = attempt.state;
  const countWrong = async () => wrongCodes;
  const result = await refuseCode(deps, transaction, { identity, counted: count, wrongCodeLimit, countWrong });
  if (result.kind === "lockedOut") {
    await revokeCodes(transaction, attempt.id);
    return lockOut(result);
  }
  return {
    result: {
      kind: "refused",
      reason: result.reason,
      fields: { securityCode: "wrong" },
      ...attemptsToAnnounce(result.triesLeft),
    },
    state: { ...attempt.state, wrongCodes },
    events: [{ event: "code.refused", result: "wrong", facts: { purpose, channel: method } }],
  };
}

interface SubmittedCode {
  purpose: "registration" | "username";
  method: AttemptState["options"][number]["method"];
}

/** What the typed code is compared with; nothing was sent under any id but the latest. */
type ExpectedCode = "pin" | "code" | "nothing";

/** Finds the code or PIN under the id of the call, or else the latest one. */
function findExpectedCode({ attempt, optionId }: IdentifiedCall): SubmittedCode & { expected: ExpectedCode } {
  const { code, options } = attempt.state;
  const isLatest = code !== undefined && (optionId === undefined || code.id === optionId);
  const requested = isLatest ? code : options.find(({ id }) => id === optionId);
  if (requested === undefined) throw new Error("a code before one was requested");
  const { method } = requested;
  const purpose = isLatest ? code.purpose : "registration";
  if (method === "PIN") return { purpose, method, expected: "pin" };
  return { purpose, method, expected: isLatest ? "code" : "nothing" };
}

/** Recipient of the message that brought the code; undefined for a PIN. */
function recipientOf({ attempt, person }: IdentifiedCall, method: SubmittedCode["method"]): string | undefined {
  if (method === "PIN") return undefined;
  const recipient = method === "SMS" ? person.cellPhone : (attempt.state.code?.email ?? person.email);
  return recipient ?? undefined;
}

/** The proof of a registration after a correct code: its recipient, or none where a PIN on paper was typed. */
function proofOf(
  { attempt, person }: IdentifiedCall,
  { purpose, method }: Pick<SubmittedCode, "purpose" | "method">,
): AttemptState["proof"] {
  if (purpose === "username") return attempt.state.proof;
  if (method === "SMS") return person.cellPhone === null ? {} : { cellPhone: person.cellPhone };
  const email = method === "PIN" ? undefined : attempt.state.code?.email;
  return email === undefined ? {} : { email };
}

async function continueAfterCode(
  call: IdentifiedCall,
  transaction: Trx,
  { purpose, method, onPolicy, accounts }: SubmittedCode & Pick<VerifiedIdentity, "onPolicy" | "accounts">,
): Promise<Transition> {
  const { attempt, optionId } = call;
  const { code, ...rest } = attempt.state;
  const email = method === "PIN" ? undefined : code?.email;
  const state = { ...rest, ...(optionId && { answered: optionId }) };
  const proof = proofOf(call, { purpose, method }) ?? {};
  if (purpose === "registration")
    return onVerified(call, transaction, { onPolicy, accounts, state: { ...state, proof } });
  // An e-mail of the person's own choice does not verify the person.
  const holder = state.proof === undefined && findPolicyholderAccount(call, accounts);
  if (holder) return requestPassword(call, state, holder);
  const username = { email: email ?? "", emailAsTyped: code?.emailAsTyped ?? email ?? "" };
  return allowCreation({ ...state, ...(state.proof && { proof }) }, username);
}
