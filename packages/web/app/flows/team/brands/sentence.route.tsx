import type { Route } from "./+types/sentence.route";
import { draftAction, draftLoader } from "./draft.server.ts";
import { DraftRoutePage } from "./draft-route-page.tsx";
import { SentenceScreen } from "./sentence.screen.tsx";
import { sentenceFormView } from "./sentence.server.ts";

export const loader = draftLoader("sentence", sentenceFormView);

export const action = draftAction("sentence");

export default function SentenceRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DraftRoutePage data={loaderData} sent={actionData} screen={SentenceScreen} />;
}
