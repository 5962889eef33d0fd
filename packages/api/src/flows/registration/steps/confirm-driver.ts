import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import type { driverIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import { relatedAccountsOf, withRelatedAccounts } from "../../../accounts/account.store.ts";
import { birthAndPostalFaults, licenceFaults, readLicenceDetails } from "../../../directory/personal-facts.rule.ts";
import { driverMismatch } from "../../../directory/policy-match.rule.ts";
import type { InputHandler } from "../registration-call.port.ts";
import { refuseFields, requirePerson, throttle } from "../transition.rule.ts";
import { countMissedLookup } from "./identify-by-policy.ts";
import { onVerified, relatedTo } from "./on-verified.ts";

/** Checks the facts of a driver who was identified by e-mail only, after the code. */
export const confirmDriver: InputHandler<z.infer<typeof driverIdentifyBody>> = async (context, typed) => {
  const call = requirePerson(context);
  const { deps, requestContext, attempt, person } = call;
  const hasLicenceOnFile = person.licenceNumber !== null;
  const faults = fieldFaults({
    ...birthAndPostalFaults({ province: requestContext.province, now: attempt.now }, typed),
    ...licenceFaults(typed, { presence: hasLicenceOnFile ? "required" : "optional" }),
  });
  if (faults) return refuseFields(faults);
  const licence = readLicenceDetails(typed);
  const postalCode = normalisePostalCode(typed.postalCode);
  const mismatch = driverMismatch(person, { dateOfBirth: typed.dateOfBirth, postalCode, licence });
  const window = { limit: "lookupClientIp", subject: requestContext.clientIp } as const;
  const query = withRelatedAccounts<object>(undefined, relatedTo(call));
  const { limit, rows } = await deps.limits.consumeAndRead(deps.database, [window], query);
  if (limit.kind === "exceeded") return throttle(limit);
  if (mismatch !== undefined) return countMissedLookup(attempt.state, { kind: "driverNotFound", reason: mismatch });
  const state = { ...attempt.state, driverConfirmed: true };
  const { events = [], ...transition } = onVerified(call, { onPolicy: [], state, accounts: relatedAccountsOf(rows) });
  return { ...transition, events: [{ event: "registration.driverConfirmed", result: "ok" }, ...events] };
};
