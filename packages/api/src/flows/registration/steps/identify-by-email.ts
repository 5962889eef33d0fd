import { roles } from "@vestibule/catalogue/account.table.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { consumeWithLockout, identityOf } from "../../../verification/lockout.rule.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import { classifyProfiles } from "../profile-choice.rule.ts";
import type { InputHandler } from "../registration-call.port.ts";
import { accept, refuseFields, throttle } from "../transition.rule.ts";
import { startVerification } from "./start-verification.ts";

/**
 * Finds profiles of the chosen role by e-mail: one starts verification, several offer a choice, none or ambiguous
 * ones ask for the policy number.
 */
export const identifyByEmail: InputHandler<{ email: string }> = async (context, typed) => {
  const { deps, requestContext, attempt } = context;
  const faults = fieldFaults({ email: checkEmail(typed.email) });
  const email = normaliseEmail(typed.email);
  if (faults || email === undefined) return refuseFields(faults ?? { email: "format" });
  const { accountType } = attempt.state;
  if (accountType === undefined) return { result: { kind: "wrongStep" } };

  const rows = await deps.directory.findByEmail({
    companies: requestContext.brand.companies,
    email,
    role: roles[accountType],
  });
  const finding = classifyProfiles(rows);
  const unfound = withoutPerson(attempt.state);

  const window = { limit: "lookupClientIp", subject: requestContext.clientIp } as const;
  if (finding.kind === "one") {
    const { row: person } = finding;
    const identity = identityOf({ brandId: attempt.brandId, personKey: person.personKey });
    const count = { windows: [window], identity };
    const { limit, lockout } = await consumeWithLockout(deps.limits, deps.database, count);
    return limit.kind === "exceeded"
      ? throttle(limit)
      : startVerification(context, { person, by: attempt.page, lockout });
  }
  const counted = await deps.limits.consume(deps.database, window);
  if (counted.kind === "exceeded") return throttle(counted);
  switch (finding.kind) {
    case "several": {
      const profiles = finding.choices.map(({ row, ...profile }) => ({
        id: deps.random.token(9),
        rowId: row.id,
        ...profile,
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
