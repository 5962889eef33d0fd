import { isRejected } from "../../api/error-handling.rule.ts";
import { retryAt } from "../../i18n/localize.server.ts";
import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/numbers.route";
import { NumbersScreen } from "./numbers.screen.tsx";
import { readNumbers } from "./numbers.server.ts";
import { numbersView } from "./numbers-view.server.ts";
import { teamAction, teamLoader } from "./team-page.server.ts";
import type { NumbersPage } from "./team-view.ts";

export const loader = teamLoader<NumbersPage>("look", async ({ requestContext, session, shared, query }) => {
  const read = await readNumbers(requestContext, session, query);
  if (read.kind === "ok")
    return {
      page: {
        kind: "numbers",
        ...shared,
        numbers: numbersView(requestContext, read.numbers, read.choice, shared.roles),
      },
      status: 200,
    };
  if (!isRejected(read.failure, { status: 429 }))
    return { page: { kind: "noNumbers", ...shared, why: "unavailable" }, status: 503 };
  const limitEnd = retryAt(requestContext, read.failure.retryAfterSeconds);
  return { page: { kind: "noNumbers", ...shared, why: "limited", retryAt: limitEnd }, status: 429 };
});

export const action = teamAction();

export default function NumbersRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <NumbersScreen page={page} />}
    </StaffPage>
  );
}
