import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../api/api-client.server.ts";
import { hasGatewaySession } from "../gateway/hand-off.ts";
import { redirectWithCookieCheck } from "../request/cookie-check.server.ts";
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
  return redirectWithCookieCheck(requestContext, returnPath(form.get("returnTo"), requestContext.origin));
}

export function loader() {
  return redirect("/");
}

/** The values to save in cookies: the language stays where the province offers it, and else becomes its first one. */
function choiceOf({ brand, ...current }: PortalRequestContext, submitted: { province: unknown; language: unknown }) {
  const province = menuProvince(brand, String(submitted.province ?? "")) ?? current.province;
  const offered = languagesOf(brand, province);
  const language =
    offered.find((one) => one === submitted.language) ??
    offered.find((one) => one === current.language) ??
    offered[0] ??
    brand.defaults.language;
  return { province, language };
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
