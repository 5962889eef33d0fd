import { flow } from "@vestibule/catalogue/flow.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { normaliseCode, normalisePin } from "@vestibule/contract/fields/security-code.rule.ts";
import { destinationOf } from "../../../form/destination.rule.ts";
import { refuseFaults, registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { Route } from "./+types/verify-code.route";
import { codeRules, pinRules } from "./code-form.tsx";
import { sendingOf } from "./sending.server.ts";
import { VerifyCodeScreen } from "./verify-code.screen.tsx";
import type { RegistrationCodeData } from "./verify-code-data.ts";

export const loader = registrationLoader<RegistrationCodeData>({
  pages: ["VERIFY_CODE"],
  sections: ["code"],
  draw: ({ requestContext, page }) => ({
    destination: destinationOf(page.option ?? { type: "PIN", maskedValue: "" }),
    username: page.back === flow.ASK_USERNAME.path ? (page.email ?? page.option?.maskedValue ?? null) : null,
    otherOptions: page.otherOptions === true,
    offersPolicyNumber: page.offersPolicyNumber !== false,
    telephone: customerTelephone(requestContext.brand, requestContext.province),
    sending: sendingOf(requestContext, page),
  }),
});

export const action = registrationAction(async (talk, values) => {
  const isPin = values.securityPin !== undefined;
  const refused = refuseFaults(values, isPin ? pinRules : codeRules);
  if (refused !== undefined) return refused;
  const securityCode = isPin ? normalisePin(values.securityPin ?? "") : normaliseCode(values.securityCode ?? "");
  return sendForm(talk, { name: "verify", values }, { securityCode });
});

export default function VerifyCodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyCodeScreen data={loaderData} refusal={actionData} />;
}
