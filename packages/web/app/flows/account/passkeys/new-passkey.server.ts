import { type SystemId, systemIds, systems } from "@vestibule/catalogue/device.table.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/account-api.server.ts";
import { refuse } from "../../../form/form-answer.ts";
import type { AccountPage } from "../account-page.ts";
import { accountPagePath } from "../account-path.table.ts";
import { handleProofFailure } from "../ask-proof.server.ts";
import { checkPasskeyName } from "./passkey-name.rule.ts";

/** Creates a passkey on the person's device, with a name for it. The device needs a script of the page. */
export const newPasskeyPage = {
  texts: ["account:newPasskey", "fields:passkeyName", "forms:summary"],
  async load({ requestContext, headers }) {
    const reply = await sessionApi(requestContext, passkeyEndpoints).creationOptions();
    if (reply.kind !== "ok") return handleProofFailure(requestContext, reply, "new-passkey");
    return { options: reply.data, device: systemIn(headers.get("user-agent") ?? "") };
  },
  async submit({ requestContext }, form) {
    const { passkeyName = "", passkey = "" } = form;
    const fault = checkPasskeyName(passkeyName, form);
    const values = { passkeyName };
    if (fault !== undefined) return refuse({ faults: { passkeyName: fault }, values });
    // Empty without a script.
    const created = parseJson(passkey);
    if (created === undefined) return refuse({ values, alert: "script" });
    const reply = await sessionApi(requestContext, passkeyEndpoints).add({
      name: passkeyName,
      passkey: created as never,
    });
    if (reply.kind === "error" && reply.status === 400) return refuse({ values, alert: "refused" });
    if (reply.kind === "error" && reply.status === 409) return refuse({ values, alert: "tooMany" });
    if (reply.kind !== "ok") return handleProofFailure(requestContext, reply, "new-passkey");
    requestContext.session.passkeyChanged = "added";
    return redirect(accountPagePath("passkeys"), 303);
  },
} satisfies AccountPage;

function systemIn(userAgent: string): SystemId | "other" {
  return systemIds.find((id) => systems[id].pattern.test(userAgent)) ?? "other";
}
