import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../api/account-api.server.ts";
import { hasGatewaySession } from "../gateway/hand-off.ts";
import { languagesOf, menuProvince } from "../request/preferences.ts";
import { type PortalRequestContext, requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/preferences.route";
import { returnPath } from "./return-path.rule.ts";

/** Saves province or language in cookies, and in the account of a signed-in person, and returns to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const form = await request.formData();
  const submitted = { province: form.get("province"), language: form.get("language") };
  const choice = choiceOf(requestContext, submitted);
  requestContext.prefer(choice);
  if (hasGatewaySession(requestContext)) await keepWithAccount(requestContext, submitted, choice);
  return redirect(returnPath(form.get("returnTo"), requestContext.origin), 303);
}

export function loader() {
  return redirect("/");
}

/**
 * The values to save in cookies: both, so that the one that was not chosen does not fall back to a default. A language
 * is left out if the current province offers no other, so that the saved one applies again in a province that offers
 * it.
 */
function choiceOf(requestContext: PortalRequestContext, submitted: { province: unknown; language: unknown }) {
  const province = menuProvince(requestContext.brand, String(submitted.province ?? "")) ?? requestContext.province;
  const requested = languagesOf(requestContext.brand, province).find((language) => language === submitted.language);
  if (requested !== undefined) return { province, language: requested };
  return languagesOf(requestContext.brand, requestContext.province).length > 1
    ? { province, language: requestContext.language }
    : { province };
}

/** Saves only what the person chose. If the API does not answer, the choice stays on this device. */
async function keepWithAccount(
  requestContext: PortalRequestContext,
  submitted: { province: unknown; language: unknown },
  { province, language }: ReturnType<typeof choiceOf>,
): Promise<void> {
  await sessionApi(requestContext, profileEndpoints).keepLocale({
    ...(submitted.province === province && { province }),
    ...(submitted.language === language && { language }),
  });
}
