import { redirect } from "react-router";
import { languagesOf, menuProvince } from "../visit/preferences.ts";
import { type PortalRequestContext, visitContext } from "../visit/request-context.ts";
import { returnPath } from "../visit/return-path.rule.ts";
import type { Route } from "./+types/preferences.route";

/** The switches of the header: keeps the choice and comes back to the page they stand on. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(visitContext);
  const form = await request.formData();
  requestContext.prefer(choiceOf(requestContext, { province: form.get("province"), language: form.get("language") }));
  return redirect(returnPath(form.get("returnTo"), requestContext.origin), 303);
}

export function loader() {
  return redirect("/");
}

/**
 * Both are kept, whichever was chosen: the other must not fall back to a default. A language that a province leaves no
 * choice of is nobody's wish: the one from before comes back with a province that speaks it.
 */
function choiceOf(requestContext: PortalRequestContext, asked: { province: unknown; language: unknown }) {
  const province = menuProvince(requestContext.brand, String(asked.province ?? "")) ?? requestContext.province;
  const wished = languagesOf(requestContext.brand, province).find((language) => language === asked.language);
  if (wished !== undefined) return { province, language: wished };
  return languagesOf(requestContext.brand, requestContext.province).length > 1
    ? { province, language: requestContext.language }
    : { province };
}
