import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { identityOf } from "../../../verification/lockout.rule.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { refundMessage } from "../../../verification/send-code.ts";
import { announcedTries, type ExpectedCode, verifyCode } from "../../../verification/verify-code.ts";
import { apiVersions } from "../api-version.table.ts";
import type { AttemptState } from "../attempt-state.schema.ts";
import type { IdentifiedCall, InputHandler, Transition } from "../registration-call.port.ts";
import { identified, lockOut, refuseFields, throttle } from "../transition.rule.ts";
import { askPassword, findHolder, mayCreate, onVerified } from "./on-verified.ts";

/** Verifies a code or PIN. Malformed ones do not count as attempts but count by client IP. */
export const verify: InputHandler<string> = async (context, typed) => {
  const call = identified(context);
  const { deps, requestContext, attempt, person } = call;
  const { purpose, method, expected } = askedCode(call);
  const { brand, clientIp } = requestContext;
  const { wrongCodes, wrongCodeLimit } = attempt.state;
  const faults = fieldFaults({ securityCode: (method === "PIN" ? checkPin : checkSecurityCode)(typed) });
  const onPolicy =
    faults || !apiVersions[attempt.api].joinsHousehold
      ? []
      : await deps.directory.findByPolicyNumber({ companies: [person.company], policyNumber: person.policyNumber });

  return async (transaction) => {
    const counted = await deps.limits.consume(transaction, { limit: "verifyAddress", subject: clientIp });
    if (counted.kind === "full") return throttle(counted);
    if (faults) return refuseFields(faults);
    const result = await verifyCode(deps, transaction, {
      brandId: brand.id,
      sessionId: attempt.id,
      identity: identityOf({ brandId: brand.id, personKey: person.personKey }),
      typed,
      expected,
      wrongCodeLimit,
      countWrong: async () => wrongCodes + 1,
    });
    const facts = { purpose, channel: method };
    switch (result.kind) {
      case "verified": {
        const { events = [], ...transition } = await accepted(call, transaction, { purpose, method, onPolicy });
        return { ...transition, events: [{ event: "code.accepted", result: "ok", facts }, ...events] };
      }
      case "lockedOut":
        await revokeCodes(transaction, attempt.id);
        return lockOut(result);
      case "refused":
        return {
          result: {
            ...{ kind: "refused", reason: result.reason, fields: { securityCode: "wrong" } },
            ...announcedTries(result.triesLeft),
          },
          state: { ...attempt.state, wrongCodes: wrongCodes + 1 },
          events: [{ event: "code.refused", result: "wrong", facts }],
        };
    }
  };
};

interface SubmittedCode {
  purpose: "registration" | "username";
  method: AttemptState["options"][number]["method"];
}

/** The code or PIN under the id of the call, or else the latest one. */
function askedCode({ attempt, person, optionId }: IdentifiedCall): SubmittedCode & { expected: ExpectedCode } {
  const { code, options } = attempt.state;
  const isLatest = code !== undefined && (optionId === undefined || code.id === optionId);
  const asked = isLatest ? code : options.find(({ id }) => id === optionId);
  if (asked === undefined) throw new Error("a code before one was requested");
  const { method } = asked;
  const purpose = isLatest ? code.purpose : "registration";
  if (method === "PIN") return { purpose, method, expected: { kind: "pin", person } };
  return { purpose, method, expected: isLatest ? { kind: "code", purpose } : { kind: "nothing" } };
}

async function accepted(
  call: IdentifiedCall,
  transaction: Trx,
  { purpose, method, onPolicy }: SubmittedCode & { onPolicy: readonly PolicyPerson[] },
): Promise<Transition> {
  const { deps, requestContext, attempt, person, optionId } = call;
  const { code, ...rest } = attempt.state;
  const email = method === "PIN" ? undefined : code?.email;
  const recipient = method === "SMS" ? person.cellPhone : (email ?? person.email);
  if (method !== "PIN" && recipient !== null)
    await refundMessage(deps.limits, transaction, { requestContext, recipient });
  const state = { ...rest, ...(optionId && { answered: optionId }) };
  const proof = email === undefined ? {} : { email };
  if (purpose === "registration") return onVerified(call, transaction, { onPolicy, state: { ...state, proof } });
  // An e-mail of the person's own choice does not verify the person.
  const holder = state.proof === undefined && (await findHolder(call, transaction));
  if (holder) return askPassword(call, state, holder);
  const username = { email: email ?? "", emailAsTyped: code?.emailAsTyped ?? email ?? "" };
  return mayCreate({ ...state, ...(state.proof && { proof }) }, username);
}
