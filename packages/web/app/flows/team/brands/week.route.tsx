import type { Route } from "./+types/week.route";
import { draftAction, draftLoader } from "./draft.server.ts";
import { DraftRoutePage } from "./draft-route-page.tsx";
import { WeekScreen } from "./hours.screen.tsx";
import { weekFormView } from "./hours.server.ts";

export const loader = draftLoader("week", weekFormView);

export const action = draftAction("week");

export default function WeekRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DraftRoutePage data={loaderData} sent={actionData} screen={WeekScreen} />;
}
