import type { Route } from "./+types/telephone.route";
import { draftAction, draftLoader } from "./draft.server.ts";
import { DraftRoutePage } from "./draft-route-page.tsx";
import { TelephoneScreen } from "./telephone.screen.tsx";
import { telephoneFormView } from "./telephone.server.ts";

export const loader = draftLoader("telephone", telephoneFormView);

export const action = draftAction("telephone");

export default function TelephoneRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DraftRoutePage data={loaderData} sent={actionData} screen={TelephoneScreen} />;
}
