import { redirect } from "react-router";
import { chooserPath } from "../../answer/account-api.server.ts";
import { visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/not-found.screen";
import { withoutLegacyPrefix, withRegistrationPrefix } from "./legacy-address.rule.ts";
import { notFound } from "./not-found.server.ts";
import { NotFound } from "./not-found.tsx";

/** An address that an older gateway sends people to: it has no page of its own. */
const twoFactorPath = "/two-factor";

export function loader({ url, context }: Route.LoaderArgs) {
  if (url.pathname === twoFactorPath) throw redirect(chooserPath(context.get(visitContext)), 303);
  const address = withoutLegacyPrefix(url) ?? withRegistrationPrefix(url);
  if (address !== undefined) throw redirect(address, 302);
  return notFound();
}

/** An address that nobody knows, posted to. */
export function action() {
  return notFound();
}

export default NotFound;
