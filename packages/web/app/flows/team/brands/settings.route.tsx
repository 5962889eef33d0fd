import type { Route } from "./+types/settings.route";
import { draftAction, draftLoader } from "./draft.server.ts";
import { DraftRoutePage } from "./draft-route-page.tsx";
import { SettingsScreen } from "./settings.screen.tsx";
import { settingsFormView } from "./settings.server.ts";

export const loader = draftLoader("settings", settingsFormView);

export const action = draftAction("settings");

export default function SettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DraftRoutePage data={loaderData} sent={actionData} screen={SettingsScreen} />;
}
