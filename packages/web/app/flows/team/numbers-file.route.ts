import { redirect } from "react-router";
import { requestContextKey } from "../../request/request-context.ts";
import { readAgentSession } from "../../staff/agent-session.server.ts";
import type { Route } from "./+types/numbers-file.route";
import { csvResponse } from "./csv.rule.ts";
import { numbersFile, readNumbers } from "./numbers.server.ts";

/** Downloads the numbers of the page as a table. Without them, the page says why. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await readAgentSession(requestContext);
  const page = `/team/numbers${url.search}`;
  if (session.kind !== "signedIn") throw redirect(page, 303);
  const result = await readNumbers(requestContext, session, url.searchParams);
  if (result.kind !== "ok") throw redirect(page, 303);
  const { now, before } = result.numbers;
  return csvResponse(`${now.brand ?? "all"}-${before?.from ?? now.from}-${now.to}`, numbersFile(result.numbers));
}
