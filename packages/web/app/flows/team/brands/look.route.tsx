import type { Route } from "./+types/look.route";
import { draftAction, draftLoader } from "./draft.server.ts";
import { DraftRoutePage } from "./draft-route-page.tsx";
import { LookScreen } from "./look.screen.tsx";
import { lookFormView } from "./look.server.ts";

export const loader = draftLoader("look", lookFormView);

export const action = draftAction("look");

export default function LookRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DraftRoutePage data={loaderData} sent={actionData} screen={LookScreen} />;
}
