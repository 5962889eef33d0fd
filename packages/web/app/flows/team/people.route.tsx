import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/people.route";
import { PeopleScreen } from "./people.screen.tsx";
import { changePeople, readPeople } from "./people.server.ts";
import type { PeoplePage } from "./people-view.ts";
import { teamAction, teamLoader } from "./team-page.server.ts";

export const loader = teamLoader<PeoplePage>("operate", async ({ requestContext, session, shared }) => {
  const people = await readPeople(requestContext, session);
  return { page: { kind: "people", ...shared, people }, status: people === undefined ? 503 : 200 };
});

export const action = teamAction({ role: "operate", perform: changePeople });

export default function PeopleRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const result = actionData && "kind" in actionData ? actionData : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <PeopleScreen page={page} result={result} />}
    </StaffPage>
  );
}
