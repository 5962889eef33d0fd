import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { destinationOf } from "../../../form/destination.rule.ts";
import { refuseFieldErrors } from "../../../form/form-error.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { handleRegistrationFailure } from "../flow/error-routing.server.ts";
import { registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { callRegistration } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { Route } from "./+types/verify-options.route";
import { optionRules, type VerifyOptionsData, VerifyOptionsScreen } from "./verify-options.screen.tsx";

export const loader = registrationLoader<VerifyOptionsData>({
  pages: ["VERIFY_OPTIONS"],
  sections: ["options"],
  async draw(call) {
    const { requestContext, page } = call;
    const result = await callRegistration(call, "options");
    if (result.kind !== "ok") return handleRegistrationFailure(requestContext, result);
    if (result.data.length === 0) return raiseRoadblock(requestContext, "unavailable-option");
    return {
      options: result.data.map((option) => ({ id: option.id, destination: destinationOf(option) })),
      telephone: customerTelephone(requestContext.brand, requestContext.province),
      offersPolicyNumber: page.offersPolicyNumber !== false,
    };
  },
});

export const action = registrationAction(async (call, values) => {
  const optionId = values.codeOption ?? "";
  return refuseFieldErrors(values, optionRules) ?? sendForm(call, { name: "send", values }, optionId);
});

export default function VerifyOptionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyOptionsScreen data={loaderData} refusal={actionData} />;
}
