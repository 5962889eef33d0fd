import { leavePage } from "@vestibule/api/gateway/leave-page.message.ts";
import { interactionPath } from "@vestibule/api/oidc/oidc-path.rule.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./request-facts.ts";
import { formTargets } from "./security-headers.route.ts";

/** Paths by which a gateway redirects a form on: the report of a sign-in, and what follows a second proof. */
const formRedirects = ["/webseal.do", "/pkmslogin.proven", "/pkmslogin.continue"];

/**
 * Replaces a redirect that would take a form to another site by a page that leads there. Browsers check each redirect
 * of a form against the page's `form-action`, which then needs no list of the applications, their ports and the hosts
 * that they redirect on to.
 */
export const replaceFormRedirect: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.req.method !== "POST" && !formRedirects.includes(c.req.path)) return;
  const location = c.res.headers.get("location");
  if (location === null || c.res.status < 300 || c.res.status > 399) return;
  const { origin, hostBrand: brand } = c.var;
  const target = URL.parse(location, origin);
  if (target === null || !leavesForm(target, [origin, ...formTargets(brand)])) return;
  const page = leavePage({ brand, language: preferredLanguage(c.req.raw, brand), url: target.href });
  const headers = new Headers(c.res.headers);
  headers.delete("location");
  for (const [name, value] of Object.entries(page.headers)) headers.set(name, value);
  c.res = undefined;
  c.res = new Response(page.body, { headers });
};

/** The interaction of an application redirects on to the application. */
function leavesForm({ origin, pathname }: URL, allowed: readonly string[]): boolean {
  return !allowed.includes(origin) || pathname.startsWith(`${interactionPath}/`);
}
