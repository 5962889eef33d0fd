import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { destinationOf } from "../../../form/destination.rule.ts";
import { refuseFieldErrors } from "../../../form/form-error.ts";
import { actionPaths } from "../flow/flow-info.ts";
import { registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { verifiesUsername } from "../flow/requested-page.rule.ts";
import type { Route } from "./+types/verify-code.route";
import { sendingOf } from "./sending.server.ts";
import { codeRules, pinRules, type VerifyCodeData, VerifyCodeScreen } from "./verify-code.screen.tsx";

const back = { by: "form", path: actionPaths.registration.back } as const;

export const loader = registrationLoader<VerifyCodeData>({
  pages: ["VERIFY_CODE"],
  sections: ["code"],
  draw({ requestContext, page }) {
    const { option = { type: "PIN", maskedValue: "" }, email = option.maskedValue } = page;
    const username = verifiesUsername(page) ? email : null;
    return {
      destination: destinationOf(option),
      username,
      changesUsernameAt: username === null || page.resendsLeft === 0 ? null : back,
      otherMethodsAt: page.otherOptions === true ? back : null,
      offersPolicyNumber: username === null && page.offersPolicyNumber !== false,
      telephone: customerTelephone(requestContext.brand, requestContext.province),
      sending: sendingOf(requestContext, page),
    };
  },
});

export const action = registrationAction(async (call, values) => {
  const { securityPin, securityCode = securityPin ?? "" } = values;
  const rules = securityPin === undefined ? codeRules : pinRules;
  return refuseFieldErrors(values, rules) ?? sendForm(call, { name: "verify", values }, { securityCode });
});

export default function VerifyCodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyCodeScreen data={loaderData} refusal={actionData} />;
}
