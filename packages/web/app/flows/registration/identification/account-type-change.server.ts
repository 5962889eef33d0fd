import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { endingOf, leaveFor, stay } from "../flow/landing.server.ts";
import { callRegistration, type RegistrationCallContext, tokenClaims } from "../flow/registration-call.server.ts";

/**
 * The account type is submitted with the form, so that changing it keeps what was typed. The API lets it change only on
 * the e-mail page, so the policy page goes back there and forward again. Returns undefined where the form may continue.
 */
export async function changeAccountType(talk: RegistrationCallContext, values: FormValues) {
  const { requestContext } = talk;
  const accountType = accountTypes.find((type) => type === values.accountType);
  const claims = tokenClaims(requestContext);
  if (accountType === undefined || claims === undefined || claims.accountType === accountType) return undefined;
  const fromPolicy = claims.page === "POLICY_IDENTIFICATION";
  const steps = [
    ...(fromPolicy ? [() => callRegistration(talk, "back")] : []),
    () => callRegistration(talk, "accountType", { accountType }),
    ...(fromPolicy ? [() => callRegistration(talk, "identify", { method: "policyNumber" as const })] : []),
  ];
  for (const step of steps) {
    const reply = await step();
    if (reply.kind === "ok") continue;
    const ending = endingOf(requestContext, reply, values);
    return ending.kind === "stays" ? stay(requestContext, ending, values) : leaveFor(requestContext, ending);
  }
  return undefined;
}
