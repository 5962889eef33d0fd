import { isRejected } from "../../api/error-handling.rule.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { retryAt } from "../../i18n/localize.server.ts";
import type { Route } from "./+types/numbers.route";
import { NumbersScreen } from "./numbers.screen.tsx";
import { numbersView, readNumbers } from "./numbers.server.ts";
import { teamAction, teamLoader } from "./team-page.server.ts";
import { TeamPage } from "./team-page.tsx";
import type { NumbersPage } from "./team-view.ts";

export const loader = teamLoader<NumbersPage>("look", async ({ requestContext, session, shared, query }) => {
  const { days, result } = readNumbers(requestContext, session, query);
  const numbers = await result;
  if (numbers.kind === "ok")
    return {
      page: { kind: "numbers", ...shared, numbers: numbersView(requestContext, numbers.data, days) },
      status: 200,
    };
  if (!isRejected(numbers, { status: 429 }))
    return { page: { kind: "noNumbers", ...shared, why: "unavailable" }, status: 503 };
  const limitEnd = retryAt(requestContext, numbers.retryAfterSeconds);
  return { page: { kind: "noNumbers", ...shared, why: "limited", retryAt: limitEnd }, status: 429 };
});

export const action = teamAction();

export const handle: ScreenHandle = { isHelp: true };

export default function NumbersRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <TeamPage data={loaderData} refused={refused}>
      {(page) => <NumbersScreen page={page} />}
    </TeamPage>
  );
}
