import { redirect } from "react-router";
import { readForm, refuseFieldErrors } from "../../../form/form-error.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { accountPagePath } from "../account-path.table.ts";
import { passkeyChangedSlice } from "../session-slice.server.ts";
import type { Route } from "./+types/new-passkey.route";
import { NewPasskeyScreen } from "./new-passkey.screen.tsx";
import { loadCreation, submitNewPasskey } from "./passkey-creation.server.ts";
import { passkeyRules } from "./passkey-name.rule.ts";
import { revalidateAfterPasskey } from "./revalidate-after-passkey.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const texts = textsFor(requestContext, ["account:newPasskey", "fields:passkeyName"]);
  return { ...(await loadCreation(requestContext, request, "new-passkey")), texts };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal =
    refuseFieldErrors(values, passkeyRules) ?? (await submitNewPasskey(requestContext, values, "new-passkey"));
  if (refusal !== undefined) return refusal;
  requestContext.session.set(passkeyChangedSlice, "added");
  return redirect(accountPagePath("passkeys"), 303);
}

export const shouldRevalidate = revalidateAfterPasskey;

export default function NewPasskeyRoute({ loaderData }: Route.ComponentProps) {
  return <NewPasskeyScreen {...loaderData} />;
}
