import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { verifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { identityOf } from "../../../verification/lockout.rule.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { refundMessage } from "../../../verification/send-code.ts";
import { announcedTries, verifyCode } from "../../../verification/verify-code.ts";
import type { StateV2 } from "../attempt-state.schema.ts";
import type { CallContext, CallHandler, Transition } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, lockOut, refuseFields, throttle } from "../transition.rule.ts";
import { onVerified } from "./on-verified.ts";

type AskedCode = NonNullable<StateV2["code"]>;

/** Verifies a code or PIN. Malformed ones do not count as attempts but count by client IP. */
export const verify: CallHandler = async (context) => {
  const { deps, requestContext, session, request, person } = context;
  const { code, wrongCodes, wrongCodeLimit } = session.state;
  if (code === undefined || person === undefined) throw new Error("a code before one was requested");
  const { brand, clientIp } = requestContext;
  const { method: channel, purpose } = code;
  const body = readBody(verifyBody, request.body);
  const typed = body.kind === "read" ? body.value.securityCode : "";
  const check = channel === "PIN" ? checkPin : checkSecurityCode;
  const faults = body.kind === "faults" ? body.fields : fieldFaults({ securityCode: check(typed) });
  const policies = faults
    ? []
    : await deps.directory.findByPerson({ companies: brand.companies, personKey: person.personKey });

  return async (transaction) => {
    const counted = await deps.limits.consume(transaction, { limit: "verifyAddress", subject: clientIp });
    if (counted.kind === "full") return throttle(counted);
    if (faults) return refuseFields(faults);
    const result = await verifyCode(deps, transaction, {
      brandId: brand.id,
      sessionId: session.id,
      identity: identityOf({ brandId: brand.id, personKey: person.personKey }),
      typed,
      expected: channel === "PIN" ? { kind: "pin", person } : { kind: "code", purpose },
      wrongCodeLimit,
      countWrong: async () => wrongCodes + 1,
    });
    switch (result.kind) {
      case "verified":
        return accepted(context, transaction, { code, person, policies });
      case "lockedOut":
        await revokeCodes(transaction, session.id);
        return lockOut(result);
      case "refused":
        return {
          result: {
            kind: "refused",
            error: "INVALID_ACTIVATION_CODE",
            fields: { securityCode: "wrong" },
            reason: result.reason,
            ...announcedTries(result.triesLeft),
          },
          state: { ...session.state, wrongCodes: wrongCodes + 1 },
          events: [{ event: "code.refused", result: "wrong", facts: { purpose, channel } }],
        };
    }
  };
};

async function accepted(
  context: CallContext,
  transaction: Trx,
  proof: { code: AskedCode; person: PolicyPerson; policies: readonly PolicyPerson[] },
): Promise<Transition> {
  const { code, person, policies } = proof;
  const recipient = code.method === "SMS" ? person.cellPhone : (code.email ?? person.email);
  if (code.method !== "PIN" && recipient !== null)
    await refundMessage(context.deps.limits, transaction, { requestContext: context.requestContext, recipient });
  const events = [
    { event: "code.accepted", result: "ok", facts: { purpose: code.purpose, channel: code.method } } as const,
  ];
  const { code: _used, options: _offered, ...rest } = context.session.state;
  const state = { ...rest, proof: code.email === undefined ? {} : { email: code.email } };
  if (code.purpose === "registration") return onVerified(context, transaction, { person, policies, state, events });
  const email = code.email ?? "";
  const username = { email, emailAsTyped: code.emailAsTyped ?? email };
  return accept({}, { page: "CREATE", state: { ...state, username }, events });
}
