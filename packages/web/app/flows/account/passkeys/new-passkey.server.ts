import { type SystemId, systemIds, systems } from "@vestibule/catalogue/device.table.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/account-api.server.ts";
import { type FailedResult, isRejected } from "../../../api/error-handling.rule.ts";
import { refuse } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import type { AccountPage } from "../account-page.ts";
import { accountPagePath } from "../account-path.table.ts";
import { passkeyRules } from "./passkey-name.rule.ts";

/** Creates a passkey on the person's device, with a name for it. The device needs a script of the page. */
export const newPasskeyPage = {
  texts: ["account:newPasskey", "fields:passkeyName", "forms:summary"],
  async load({ requestContext, headers }) {
    const result = await sessionApi(requestContext, passkeyEndpoints).creationOptions();
    if (result.kind !== "ok") return result;
    return { options: result.data, device: systemIn(headers.get("user-agent") ?? "") };
  },
  rules: () => passkeyRules,
  async submit({ requestContext }, form) {
    const refusal = await addPasskey(requestContext, form);
    if (refusal !== undefined) return refusal;
    requestContext.session.passkeyChanged = "added";
    return redirect(accountPagePath("passkeys"), 303);
  },
} satisfies AccountPage;

/** Adds the passkey that the device has created; returns the form again, or the failed call, where it was not added. */
export async function addPasskey(
  requestContext: PortalRequestContext,
  { passkeyName = "", passkey = "" }: FormValues,
): Promise<ReturnType<typeof refuse> | FailedResult | undefined> {
  const values = { passkeyName };
  // Empty without a script.
  const created = parseJson(passkey);
  if (created === undefined) return refuse({ values, alert: "script" });
  const result = await sessionApi(requestContext, passkeyEndpoints).add({
    name: passkeyName,
    passkey: created as never,
  });
  if (isRejected(result, { status: 400 })) return refuse({ values, alert: "refused" });
  if (isRejected(result, { status: 409 })) return refuse({ values, alert: "tooMany" });
  return result.kind === "ok" ? undefined : result;
}

function systemIn(userAgent: string): SystemId | "other" {
  return systemIds.find((id) => systems[id].pattern.test(userAgent)) ?? "other";
}
