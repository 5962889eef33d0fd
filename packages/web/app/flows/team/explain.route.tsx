import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/explain.route";
import { ExplainScreen } from "./explain.screen.tsx";
import { explain, readBrands } from "./explain.server.ts";
import type { ExplainPage } from "./explain-view.ts";
import { teamAction, teamLoader } from "./team-page.server.ts";

export const loader = teamLoader<ExplainPage>("operate", async ({ requestContext, session, shared }) => {
  const brands = await readBrands(requestContext, session);
  return {
    page: { kind: "explain", ...shared, brands, province: requestContext.province },
    status: brands === undefined ? 503 : 200,
  };
});

export const action = teamAction({ role: "operate", perform: explain });

export default function ExplainRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const result = actionData && "kind" in actionData ? actionData : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <ExplainScreen page={page} result={result} />}
    </StaffPage>
  );
}
