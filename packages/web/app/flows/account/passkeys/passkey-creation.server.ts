import { type SystemId, systemIds, systems } from "@vestibule/catalogue/device.table.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { newPasskey } from "@vestibule/contract/account/passkey.schema.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { sessionApi } from "../../../api/api-client.server.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { refuse } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import type { AccountPageName } from "../account-path.table.ts";
import { dataOrRedirect, handleAccountFailure } from "../account-session.server.ts";

/** Options and name of a new passkey on the device of a request. */
export async function loadCreation(requestContext: PortalRequestContext, { headers }: Request, page: AccountPageName) {
  const result = await sessionApi(requestContext, passkeyEndpoints).creationOptions();
  return {
    options: dataOrRedirect(requestContext, result, page),
    device: systemIn(headers.get("user-agent") ?? ""),
  };
}

/** Adds the passkey that a script of the page has created; returns a response where it was not added. */
export async function submitNewPasskey(
  requestContext: PortalRequestContext,
  { passkeyName = "", passkey = "" }: FormValues,
  page: AccountPageName,
) {
  const values = { passkeyName };
  // Empty without a script.
  const json = parseJson(passkey);
  if (json === undefined) return refuse({ values, alert: "script" });
  const created = newPasskey.safeParse(json);
  if (!created.success) return refuse({ values, alert: "refused" });
  const result = await sessionApi(requestContext, passkeyEndpoints).add({ name: passkeyName, passkey: created.data });
  if (isRejected(result, { status: 400 })) return refuse({ values, alert: "refused" });
  if (isRejected(result, { status: 409 })) return refuse({ values, alert: "tooMany" });
  return result.kind === "ok" ? undefined : handleAccountFailure(requestContext, result, page);
}

function systemIn(userAgent: string): SystemId | "other" {
  return systemIds.find((id) => systems[id].pattern.test(userAgent)) ?? "other";
}
