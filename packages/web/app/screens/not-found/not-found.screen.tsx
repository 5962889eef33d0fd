import { redirect } from "react-router";
import type { Route } from "./+types/not-found.screen";
import { withoutLegacyPrefix, withRegistrationPrefix } from "./legacy-address.rule.ts";
import { notFound } from "./not-found.server.ts";
import { NotFound } from "./not-found.tsx";

export function loader({ url }: Route.LoaderArgs) {
  const address = withoutLegacyPrefix(url) ?? withRegistrationPrefix(url);
  if (address !== undefined) throw redirect(address, 302);
  return notFound();
}

/** An address that nobody knows, posted to. */
export function action() {
  return notFound();
}

export default NotFound;
