import { redirect } from "react-router";
import { languagesOf, menuProvince } from "../request/preferences.ts";
import { type PortalRequestContext, requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/preferences.route";
import { returnPath } from "./return-path.rule.ts";

/** Saves the header's province and language and redirects back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const form = await request.formData();
  requestContext.prefer(choiceOf(requestContext, { province: form.get("province"), language: form.get("language") }));
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
