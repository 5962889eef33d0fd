import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import { agentSessionHeader } from "@vestibule/contract/internal/agent-session.schema.ts";
import type { ApiDeps } from "../../deps.ts";
import { authenticateAgent } from "../../flows/agent-session/agent-session.ts";
import type { EndpointContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";

/** The member of the team whose session the call names, where the session has one of the roles. */
export async function readTeamCall(
  deps: ApiDeps,
  { req }: EndpointContext,
  ...roles: readonly TeamRole[]
): Promise<{ memberId: string } | Response> {
  const session = await authenticateAgent(deps, req.header(agentSessionHeader) ?? "");
  if (session === undefined) return accountErrorResponse("tokenExpired");
  const hasRole = roles.some((role) => session.roles.includes(role));
  return hasRole ? { memberId: session.agentId } : accountErrorResponse("roleMissing");
}
