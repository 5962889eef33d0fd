import { redirect } from "react-router";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import type { Route } from "./+types/not-found.screen";
import { withoutLegacyPrefix, withRegistrationPrefix } from "./legacy-url.rule.ts";

export function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const currentUrl = withoutLegacyPrefix(url) ?? withRegistrationPrefix(url);
  if (currentUrl !== undefined) throw redirect(currentUrl, 302);
  return notFound(requestContext);
}

export function action() {
  return rejectUnknownPost();
}

export const handle: ScreenHandle = { hasBand: true };

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return <RoadblockPage facts={loaderData} />;
}
