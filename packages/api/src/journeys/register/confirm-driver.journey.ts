import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { driverIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import {
  birthAndPostalFaults,
  claimedLicence,
  licenceFaults,
} from "../../capabilities/policy-directory/personal-facts.rule.ts";
import { driverMismatch } from "../../capabilities/policy-directory/policy-match.rule.ts";
import { missed } from "./identify-by-policy.journey.ts";
import { atOnce, refuseFields, throttle } from "./move.rule.ts";
import { afterProof } from "./proven.journey.ts";
import type { CallHandler } from "./registration-call.port.ts";
import { readBody } from "./request-body.rule.ts";

/** A driver whose address alone was known says who they are, after the code. */
export const confirmDriver: CallHandler = async (context) => {
  const { parts, visit, session, request, person } = context;
  const body = readBody(driverIdentifyBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  if (person === undefined) throw new Error("a driver is confirmed before anybody was found");
  const typed = body.value;
  const hasLicenceOnFile = person.licenceNumber !== null;
  const faults = fieldFaults({
    ...birthAndPostalFaults({ province: visit.province, now: session.now }, typed),
    ...licenceFaults(typed, { presence: hasLicenceOnFile ? "required" : "optional" }),
  });
  if (faults) return atOnce(refuseFields(faults));
  const licence = claimedLicence(typed);
  const postalCode = normalisePostalCode(typed.postalCode);
  const mismatch = driverMismatch(person, { dateOfBirth: typed.dateOfBirth, postalCode, licence });
  const policies = await parts.directory.findByPerson({
    companies: visit.brand.companies,
    personKey: person.personKey,
  });
  return async (transaction) => {
    const counted = await parts.limits.take(transaction, { limit: "lookupAddress", subject: visit.address });
    if (counted.kind === "full") return throttle(counted);
    if (mismatch !== undefined)
      return missed(session.state, { error: "DRIVE_LICENSE_NUMBER_NOT_FOUND", reason: mismatch });
    return afterProof(context, transaction, {
      person,
      policies,
      state: { ...session.state, driverConfirmed: true },
      events: [{ event: "registration.driverConfirmed", result: "ok" }],
    });
  };
};
