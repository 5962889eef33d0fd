import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { relatedAccountsOf, withRelatedAccounts } from "../../../accounts/account.store.ts";
import { identityByRow, identityOf, rowsOfPerson } from "../../../identity/person.rule.ts";
import { dayLockout, limitSubjectOf, wrongCodesOfDay } from "../../../verification/lockout.rule.ts";
import { codeMatchQuery, consumingCode, revokingCodes } from "../../../verification/one-time-code.store.ts";
import { ownPinMatches } from "../../../verification/pin-hash.adapter.ts";
import { ownWindows } from "../../../verification/send-code.ts";
import { announcedTries, refuseCode } from "../../../verification/verify-code.ts";
import { apiVersions } from "../api-version.table.ts";
import { type AttemptState, provenContacts } from "../attempt-state.schema.ts";
import type { IdentifiedCall, InputHandler, Transition } from "../registration-call.port.ts";
import { lockOut, refuseFields, requirePerson, throttle } from "../transition.rule.ts";
import {
  allowCreation,
  askPassword,
  findPolicyholderAccount,
  onVerified,
  relatedTo,
  type VerifiedIdentity,
} from "./on-verified.ts";

/** Verifies a code or PIN. Malformed ones do not count as attempts but count by client IP. */
export const verify: InputHandler<string> = async (context, typed) => {
  const identified = requirePerson(context);
  const { deps, requestContext, attempt, person } = identified;
  const submitted = findExpectedCode(identified);
  const { purpose, method, expected } = submitted;
  const proofs = provenContacts({ ...attempt.state, proof: proofOf(identified, submitted) });
  // The rows that a correct code proves.
  const call = { ...identified, policies: rowsOfPerson(identified.candidates, identityByRow(person, proofs)) };
  const { brand, clientIp } = requestContext;
  const { wrongCodes, wrongCodeLimit } = attempt.state;
  const faults = fieldFaults({ securityCode: (method === "PIN" ? checkPin : checkSecurityCode)(typed) });
  const onPolicy =
    faults || !apiVersions[attempt.api].joinsHousehold
      ? []
      : await deps.directory.findByPolicyNumber({ companies: [person.company], policyNumber: person.policyNumber });

  const clientIpWindow = { limit: "verifyClientIp", subject: clientIp } as const;
  if (faults) {
    const counted = await deps.limits.consume(deps.database, clientIpWindow);
    return counted.kind === "exceeded" ? throttle(counted) : refuseFields(faults);
  }
  const identity = limitSubjectOf({ brandId: brand.id, identity: identityOf(person) });
  const code = { purpose, brandId: brand.id, sessionId: attempt.id, code: normaliseCode(typed) };
  // Counted before it is compared, so that concurrent guesses cannot exceed the limit.
  const windows = [wrongCodesOfDay(identity), clientIpWindow];
  const query = withRelatedAccounts(codeMatchQuery(deps, expected === "code" ? code : undefined), relatedTo(call));
  const { limit, rows } = await deps.limits.consumeAndRead(deps.database, windows, query);
  const writes = [revokingCodes(attempt.id)];
  if (limit.kind === "exceeded") {
    const isLockedOut = limit.limits.includes("wrongCodeIdentity") && !limit.limits.includes("verifyClientIp");
    return isLockedOut ? { ...lockOut(dayLockout(limit.until)), writes } : throttle(limit);
  }
  const isCorrect =
    expected === "pin" ? ownPinMatches({ pin: typed, person, keys: deps.keys.secretHash }) : rows[0].matches;
  // Refunded for a correct code, and when nothing is saved.
  const counted = deps.limits.newestKeys([wrongCodesOfDay(identity)]);
  const facts = { purpose, channel: method };
  if (isCorrect) {
    const proven = { purpose, method, onPolicy, accounts: relatedAccountsOf(rows) };
    const { events = [], writes: more = [], ...transition } = continueAfterCode(call, proven);
    return {
      ...transition,
      ...(expected === "code" && { deciding: { write: consumingCode(deps, code) } }),
      writes: [deps.limits.refunding({ keys: [...counted, ...messageLimitKeys(call, method)] }), ...more],
      events: [{ event: "code.accepted", result: "ok", facts }, ...events],
      counted,
    };
  }
  const countWrong = async () => wrongCodes + 1;
  const result = await refuseCode(deps, deps.database, { identity, counted: limit, wrongCodeLimit, countWrong });
  if (result.kind === "lockedOut") return { ...lockOut(result), writes, counted };
  return {
    result: {
      kind: "refused",
      reason: result.reason,
      fields: { securityCode: "wrong" },
      ...announcedTries(result.triesLeft),
    },
    state: { ...attempt.state, wrongCodes: wrongCodes + 1 },
    events: [{ event: "code.refused", result: "wrong", facts }],
    counted,
  };
};

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

/**
 * Returns the limits of the message that brought the code. A correct code shows that the message was wanted, so they
 * are refunded.
 */
function messageLimitKeys(
  { deps, requestContext, attempt, person }: IdentifiedCall,
  method: SubmittedCode["method"],
): readonly string[] {
  const recipient = method === "SMS" ? person.cellPhone : (attempt.state.code?.email ?? person.email);
  if (method === "PIN" || recipient === null) return [];
  return deps.limits.newestKeys(ownWindows({ requestContext, recipient }));
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

function continueAfterCode(
  call: IdentifiedCall,
  { purpose, method, onPolicy, accounts }: SubmittedCode & Pick<VerifiedIdentity, "onPolicy" | "accounts">,
): Transition {
  const { attempt, optionId } = call;
  const { code, ...rest } = attempt.state;
  const email = method === "PIN" ? undefined : code?.email;
  const state = { ...rest, ...(optionId && { answered: optionId }) };
  const proof = proofOf(call, { purpose, method }) ?? {};
  if (purpose === "registration") return onVerified(call, { onPolicy, accounts, state: { ...state, proof } });
  // An e-mail of the person's own choice does not verify the person.
  const holder = state.proof === undefined && findPolicyholderAccount(call, accounts);
  if (holder) return askPassword(call, state, holder);
  const username = { email: email ?? "", emailAsTyped: code?.emailAsTyped ?? email ?? "" };
  return allowCreation({ ...state, ...(state.proof && { proof }) }, username);
}
