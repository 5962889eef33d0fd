import { accountTypeBody } from "@vestibule/contract/v2/registration.schema.ts";
import { refuseFieldErrors } from "../../../form/form-error.ts";
import { registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { tokenClaims } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { expiredFormSlice } from "../session-slice.server.ts";
import type { Route } from "./+types/account-type.route";
import { type AccountTypeData, AccountTypeScreen, accountTypeRules } from "./account-type.screen.tsx";

export const loader = registrationLoader<AccountTypeData>({
  pages: ["ACCOUNT_TYPE"],
  sections: ["accountType"],
  draw: ({ requestContext, page }) => ({
    accountType: page.accountType,
    isFormLost: requestContext.session.consume(expiredFormSlice) === true,
    seeksAccount: requestContext.session.get(registrationSlice)?.seeksAccount === true,
  }),
});

export const action = registrationAction(async (call, values) => {
  const refused = refuseFieldErrors(values, accountTypeRules);
  if (refused !== undefined) return refused;
  const { accountType } = accountTypeBody.parse({ accountType: values.accountType });
  const formError = await sendForm(call, { name: "accountType", values }, { accountType });
  const { seeksAccount } = call.requestContext.session.get(registrationSlice) ?? {};
  if (!seeksAccount || tokenClaims(call.requestContext)?.page !== "EMAIL_IDENTIFICATION") return formError;
  return sendForm(call, { name: "identify", values }, { method: "policyNumber", purpose: "findAccount" });
});

export default function AccountTypeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountTypeScreen data={loaderData} refusal={actionData} />;
}
