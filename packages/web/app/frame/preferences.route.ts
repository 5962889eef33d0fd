import { redirect } from "react-router";
import { languagesOf, menuProvince } from "../visit/preferences.ts";
import { returnPath } from "../visit/return-path.rule.ts";
import { type PortalVisit, visitContext } from "../visit/visit.ts";
import type { Route } from "./+types/preferences.route";

/** The switches of the header: keeps the choice and comes back to the page they stand on. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await request.formData();
  visit.prefer(choiceOf(visit, { province: form.get("province"), language: form.get("language") }));
  return redirect(returnPath(form.get("returnTo"), visit.origin), 303);
}

export function loader() {
  return redirect("/");
}

/**
 * Both are kept, whichever was chosen: the other must not fall back to a default. A language that a province leaves no
 * choice of is nobody's wish: the one from before comes back with a province that speaks it.
 */
function choiceOf(visit: PortalVisit, asked: { province: unknown; language: unknown }) {
  const province = menuProvince(visit.brand, String(asked.province ?? "")) ?? visit.province;
  const wished = languagesOf(visit.brand, province).find((language) => language === asked.language);
  if (wished !== undefined) return { province, language: wished };
  return languagesOf(visit.brand, visit.province).length > 1 ? { province, language: visit.language } : { province };
}
