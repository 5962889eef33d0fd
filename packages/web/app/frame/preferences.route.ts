import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../api/account-api.server.ts";
import { hasGatewaySession } from "../gateway/hand-off.ts";
import { languagesOf, menuProvince } from "../request/preferences.ts";
import { type PortalRequestContext, requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/preferences.route";
import { returnPath } from "./return-path.rule.ts";

/** Saves the header's province and language, for a signed-in person with the account too, and redirects back. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const form = await request.formData();
  const asked = { province: form.get("province"), language: form.get("language") };
  const choice = choiceOf(requestContext, asked);
  requestContext.prefer(choice);
  if (hasGatewaySession(requestContext)) await keepWithAccount(requestContext, asked, choice);
  return redirect(returnPath(form.get("returnTo"), requestContext.origin), 303);
}

export function loader() {
  return redirect("/");
}

/**
 * Saves both values, so that the other one does not fall back to a default. A language that the province alone imposed
 * is not saved: the earlier one returns with a province that offers it.
 */
function choiceOf(requestContext: PortalRequestContext, asked: { province: unknown; language: unknown }) {
  const province = menuProvince(requestContext.brand, String(asked.province ?? "")) ?? requestContext.province;
  const requested = languagesOf(requestContext.brand, province).find((language) => language === asked.language);
  if (requested !== undefined) return { province, language: requested };
  return languagesOf(requestContext.brand, requestContext.province).length > 1
    ? { province, language: requestContext.language }
    : { province };
}

/** Keeps what was chosen, not what it brought with it. Without an answer the choice stays on this device alone. */
async function keepWithAccount(
  requestContext: PortalRequestContext,
  asked: { province: unknown; language: unknown },
  { province, language }: ReturnType<typeof choiceOf>,
): Promise<void> {
  await sessionApi(requestContext, profileEndpoints).keepLocale({
    ...(asked.province === province && { province }),
    ...(asked.language === language && { language }),
  });
}
