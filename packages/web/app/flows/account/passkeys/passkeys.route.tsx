import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { PasskeysResponse } from "@vestibule/contract/account/passkey.schema.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/api-client.server.ts";
import { readForm, refuseFieldErrors } from "../../../form/form-error.ts";
import { momentOf, momentWithZone, textsFor } from "../../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { accountPagePath } from "../account-path.table.ts";
import { dataOrRedirect, handleAccountFailure } from "../account-session.server.ts";
import { changeMethod } from "../change-method.server.ts";
import { passkeyChangedSlice } from "../session-slice.server.ts";
import type { Route } from "./+types/passkeys.route";
import { answerPasskeyOffer } from "./overview-offer.server.ts";
import { passkeyRules } from "./passkey-name.rule.ts";
import { PasskeysScreen } from "./passkeys.screen.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, passkeyEndpoints).passkeys();
  const { passkeys, offer, accepted } = dataOrRedirect(requestContext, result, "passkeys");
  answerPasskeyOffer(requestContext, request);
  return {
    passkeys: passkeys.map((passkey) => describePasskey(requestContext, passkey)),
    changed: requestContext.session.consume(passkeyChangedSlice),
    isReview: offer === "review",
    accepted,
    texts: textsFor(requestContext, ["account:passkeys", "fields:passkeyName"]),
  };
}

/** Renames or removes a passkey, or keeps one that is off. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const { change, passkeyName: name = "" } = values;
  const refusal = refuseFieldErrors(values, change === "remove" || change === "keep" ? {} : passkeyRules);
  if (refusal !== undefined) return refusal;
  const result = await changeMethod(sessionApi(requestContext, passkeyEndpoints), { ...values, name });
  if (result.kind !== "changed") return handleAccountFailure(requestContext, result, "passkeys");
  requestContext.session.set(passkeyChangedSlice, result.changed);
  return redirect(accountPagePath("passkeys"), 303);
}

function describePasskey(
  requestContext: PortalRequestContext,
  { id, name, createdAt, lastUsedAt, isBackedUp, isBlocked, isOff }: PasskeysResponse["passkeys"][number],
) {
  const created = momentOf(requestContext, createdAt);
  const lastUsed = lastUsedAt === undefined ? undefined : momentWithZone(requestContext, lastUsedAt);
  return { id, name, isBackedUp, isBlocked, isOff, created, lastUsed };
}

export default function PasskeysRoute({ loaderData }: Route.ComponentProps) {
  return <PasskeysScreen {...loaderData} />;
}
