import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { driverIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import { birthAndPostalFaults, licenceFaults, readLicenceDetails } from "../../../directory/personal-facts.rule.ts";
import { driverMismatch } from "../../../directory/policy-match.rule.ts";
import type { CallHandler } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { atOnce, refuseFields, throttle } from "../transition.rule.ts";
import { missed } from "./identify-by-policy.ts";
import { onVerified } from "./on-verified.ts";

/** Checks the facts of a driver who was identified by e-mail only, after the code. */
export const confirmDriver: CallHandler = async (context) => {
  const { deps, requestContext, session, request, person } = context;
  const body = readBody(driverIdentifyBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  if (person === undefined) throw new Error("a driver is confirmed before anybody was found");
  const typed = body.value;
  const hasLicenceOnFile = person.licenceNumber !== null;
  const faults = fieldFaults({
    ...birthAndPostalFaults({ province: requestContext.province, now: session.now }, typed),
    ...licenceFaults(typed, { presence: hasLicenceOnFile ? "required" : "optional" }),
  });
  if (faults) return atOnce(refuseFields(faults));
  const licence = readLicenceDetails(typed);
  const postalCode = normalisePostalCode(typed.postalCode);
  const mismatch = driverMismatch(person, { dateOfBirth: typed.dateOfBirth, postalCode, licence });
  const policies = await deps.directory.findByPerson({
    companies: requestContext.brand.companies,
    personKey: person.personKey,
  });
  return async (transaction) => {
    const counted = await deps.limits.consume(transaction, {
      limit: "lookupAddress",
      subject: requestContext.clientIp,
    });
    if (counted.kind === "full") return throttle(counted);
    if (mismatch !== undefined)
      return missed(session.state, { error: "DRIVE_LICENSE_NUMBER_NOT_FOUND", reason: mismatch });
    return onVerified(context, transaction, {
      person,
      policies,
      state: { ...session.state, driverConfirmed: true },
      events: [{ event: "registration.driverConfirmed", result: "ok" }],
    });
  };
};
