import type { ScreenHandle } from "../../frame/frame.tsx";
import type { Route } from "./+types/letters.route";
import { changeLetters, readLetters } from "./desk.server.ts";
import type { LettersPage } from "./desk-view.ts";
import { LettersScreen } from "./letters.screen.tsx";
import { teamAction, teamLoader } from "./team-page.server.ts";
import { TeamPage } from "./team-page.tsx";

export const loader = teamLoader<LettersPage>("operate", async ({ requestContext, session, shared }) => {
  const letters = await readLetters(requestContext, session);
  return { page: { kind: "letters", ...shared, letters }, status: letters === undefined ? 503 : 200 };
});

export const action = teamAction({ role: "operate", perform: changeLetters });

export const handle: ScreenHandle = { isHelp: true };

export default function LettersRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const result = actionData && "kind" in actionData ? actionData : undefined;
  return (
    <TeamPage data={loaderData} refused={refused}>
      {(page) => <LettersScreen page={page} result={result} />}
    </TeamPage>
  );
}
