import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { PasskeysAnswer } from "@vestibule/contract/account/passkey.schema.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/account-api.server.ts";
import type { FailedReply } from "../../../api/response-outcome.rule.ts";
import { refuse } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { momentOf } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { consume } from "../../../session/session-slice.server.ts";
import type { AccountPage } from "../account-page.ts";
import { accountPagePath } from "../account-path.table.ts";
import { handleProofFailure } from "../ask-proof.server.ts";
import { checkPasskeyName } from "./passkey-name.rule.ts";
import { answerPasskeyOffer } from "./passkey-offer.server.ts";

/** The passkeys of the account, each with forms that rename and remove it. */
export const passkeysPage = {
  texts: ["account:passkeys", "fields:passkeyName", "forms:summary"],
  async load({ requestContext, headers }) {
    const reply = await sessionApi(requestContext, passkeyEndpoints).passkeys();
    if (reply.kind !== "ok") return handleProofFailure(requestContext, reply, "passkeys");
    const { passkeys, offer } = reply.data;
    answerPasskeyOffer({ requestContext, headers });
    return {
      passkeys: passkeys.map((passkey) => describePasskey(requestContext, passkey)),
      changed: consume(requestContext.session, "passkeyChanged"),
      isReview: offer === "review",
    };
  },
  submit({ requestContext }, form) {
    return form.change === "remove" ? remove(requestContext, form) : rename(requestContext, form);
  },
} satisfies AccountPage;

export type ListedPasskey = ReturnType<typeof describePasskey>;

function describePasskey(
  requestContext: PortalRequestContext,
  { id, name, createdAt, lastUsedAt, isBackedUp, isBlocked }: PasskeysAnswer["passkeys"][number],
) {
  const created = momentOf(requestContext, createdAt);
  const lastUsed = lastUsedAt === undefined ? undefined : momentOf(requestContext, lastUsedAt);
  return { id, name, isBackedUp, isBlocked, created, lastUsed };
}

async function rename(requestContext: PortalRequestContext, form: FormValues) {
  const { id = "", passkeyName: name = "" } = form;
  const fault = checkPasskeyName(name, form);
  if (fault !== undefined) return refuse({ faults: { passkeyName: fault }, values: form });
  return finish(requestContext, await sessionApi(requestContext, passkeyEndpoints).rename(id, { name }), "renamed");
}

async function remove(requestContext: PortalRequestContext, { id = "" }: FormValues) {
  return finish(requestContext, await sessionApi(requestContext, passkeyEndpoints).remove(id), "removed");
}

/** A passkey that does not exist was removed in another tab. */
function finish(
  requestContext: PortalRequestContext,
  reply: { kind: "ok" } | FailedReply,
  changed: "renamed" | "removed",
): Response {
  const isGone = reply.kind === "error" && reply.status === 404;
  if (reply.kind !== "ok" && !isGone) return handleProofFailure(requestContext, reply, "passkeys");
  requestContext.session.passkeyChanged = changed;
  return redirect(accountPagePath("passkeys"), 303);
}
