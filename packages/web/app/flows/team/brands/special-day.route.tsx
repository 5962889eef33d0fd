import type { Route } from "./+types/special-day.route";
import { draftAction, draftLoader } from "./draft.server.ts";
import { DraftRoutePage } from "./draft-route-page.tsx";
import { SpecialDayScreen } from "./special-day.screen.tsx";
import { specialDayFormView } from "./special-day.server.ts";

export const loader = draftLoader("special-day", specialDayFormView);

export const action = draftAction("special-day");

export default function SpecialDayRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DraftRoutePage data={loaderData} sent={actionData} screen={SpecialDayScreen} />;
}
