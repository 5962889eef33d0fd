import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { emailIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import { roleOf } from "../next-step.rule.ts";
import { classifyProfiles } from "../profile-choice.rule.ts";
import type { CallHandler } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, atOnce, refuse, refuseFields, throttle } from "../transition.rule.ts";
import { startVerification } from "./start-verification.ts";

/**
 * Finds profiles of the chosen role by e-mail: one starts verification, several offer a choice, none or ambiguous
 * ones ask for the policy number.
 */
export const identifyByEmail: CallHandler = async (context) => {
  const { deps, requestContext, session, request } = context;
  const body = readBody(emailIdentifyBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const faults = fieldFaults({ email: checkEmail(body.value.email) });
  const email = normaliseEmail(body.value.email);
  if (faults || email === undefined) return atOnce(refuseFields(faults ?? { email: "format" }));
  const { accountType } = session.state;
  if (accountType === undefined) return atOnce(refuse("WRONG_STEP"));

  const rows = await deps.directory.findByEmail({
    companies: requestContext.brand.companies,
    email,
    role: roleOf(accountType),
  });
  const finding = classifyProfiles(rows);
  const unfound = withoutPerson(session.state);

  return async (transaction) => {
    const counted = await deps.limits.consume(transaction, {
      limit: "lookupAddress",
      subject: requestContext.clientIp,
    });
    if (counted.kind === "full") return throttle(counted);
    switch (finding.kind) {
      case "one":
        return startVerification(context, transaction, { person: finding.row, by: session.page });
      case "several": {
        const profiles = finding.choices.map(({ row, ...shown }) => ({
          id: deps.random.token(9),
          rowId: row.id,
          ...shown,
        }));
        return accept({}, { page: "MULTIPLE_PROFILES", state: { ...unfound, profiles } });
      }
      case "none":
      case "alike":
        return accept(
          {},
          {
            page: "POLICY_IDENTIFICATION",
            state: { ...unfound, emailNotEnough: finding.kind },
            events: [{ event: "registration.emailNotEnough", result: finding.kind }],
          },
        );
    }
  };
};
