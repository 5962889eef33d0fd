import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/link-requests.route";
import { readLinkRequests } from "./desk.server.ts";
import type { LinkRequestsPage } from "./desk-view.ts";
import { LinkRequestsScreen } from "./link-requests.screen.tsx";
import { teamAction, teamLoader } from "./team-page.server.ts";

export const loader = teamLoader<LinkRequestsPage>("operate", async ({ requestContext, session, shared }) => {
  const requests = await readLinkRequests(requestContext, session);
  return { page: { kind: "linkRequests", ...shared, requests }, status: requests === undefined ? 503 : 200 };
});

export const action = teamAction();

export default function LinkRequestsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <LinkRequestsScreen page={page} />}
    </StaffPage>
  );
}
