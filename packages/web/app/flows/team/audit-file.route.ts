import { redirect } from "react-router";
import { requestContextKey } from "../../request/request-context.ts";
import { readAgentSession } from "../../staff/agent-session.server.ts";
import type { Route } from "./+types/audit-file.route";
import { auditFile, findEvents } from "./audit.server.ts";
import { csvResponse } from "./csv.rule.ts";

/** Downloads what a search of the audit trail finds. Without it, the page says why. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await readAgentSession(requestContext);
  const page = `/team/audit${url.search}`;
  if (session.kind !== "signedIn") throw redirect(page, 303);
  const result = await findEvents(requestContext, session, url.searchParams, "file");
  if (result?.kind !== "ok") throw redirect(page, 303);
  return csvResponse("audit", auditFile(result.data.events));
}
