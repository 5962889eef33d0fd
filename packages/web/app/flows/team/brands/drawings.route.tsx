import type { Route } from "./+types/drawings.route";
import { draftAction, draftLoader } from "./draft.server.ts";
import { DraftRoutePage } from "./draft-route-page.tsx";
import { DrawingsScreen } from "./drawings.screen.tsx";
import { drawingsFormView } from "./drawings.server.ts";

export const loader = draftLoader("drawings", drawingsFormView);

export const action = draftAction("drawings");

export default function DrawingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DraftRoutePage data={loaderData} sent={actionData} screen={DrawingsScreen} />;
}
