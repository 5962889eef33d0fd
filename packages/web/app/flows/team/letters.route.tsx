import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/letters.route";
import { changeLetters, readLetters } from "./desk.server.ts";
import type { LettersPage } from "./desk-view.ts";
import { LettersScreen } from "./letters.screen.tsx";
import { teamAction, teamLoader } from "./team-page.server.ts";

export const loader = teamLoader<LettersPage>("operate", async ({ requestContext, session, shared }) => {
  const letters = await readLetters(requestContext, session);
  return { page: { kind: "letters", ...shared, letters }, status: letters === undefined ? 503 : 200 };
});

export const action = teamAction({ role: "operate", perform: changeLetters });

export default function LettersRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const result = actionData && "kind" in actionData ? actionData : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <LettersScreen page={page} result={result} />}
    </StaffPage>
  );
}
