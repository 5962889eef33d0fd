import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { redirectDocument } from "react-router";
import { sessionApi } from "../../../api/api-client.server.ts";
import { readForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { textsFor } from "../../../i18n/localize.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import type { Route } from "./+types/passkey-offer.route";
import { loadCreation, submitNewPasskey } from "./passkey-creation.server.ts";
import { passkeyRules } from "./passkey-name.rule.ts";
import { PasskeyOfferScreen } from "./passkey-offer.screen.tsx";
import { revalidateAfterPasskey } from "./revalidate-after-passkey.ts";

/** Path of the gateway that leads on to where the person was going. */
const continuePath = "/pkmslogin.continue";

/** Offers a passkey after a sign-in by a code, before the person goes on. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const texts = textsFor(requestContext, ["account:newPasskey", "account:passkeyAfterCode", "fields:passkeyName"]);
  return { ...(await loadCreation(requestContext, request, "passkey-offer")), texts };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  if (values.answer === "declined") {
    // The person goes on in any case; at worst the offer comes back.
    await sessionApi(requestContext, passkeyEndpoints).decline();
    return redirectDocument(continuePath, 303);
  }
  return (
    refuseFieldErrors(values, passkeyRules) ??
    (await submitNewPasskey(requestContext, values, "passkey-offer")) ??
    redirectDocument(continuePath, 303)
  );
}

export const shouldRevalidate = revalidateAfterPasskey;

export const handle: ScreenHandle = { isWide: false };

export default function PasskeyOfferRoute({ loaderData }: Route.ComponentProps) {
  return <PasskeyOfferScreen {...loaderData} />;
}
