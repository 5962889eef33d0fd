import { secretMark } from "@vestibule/api/agents/agent-secret.rule.ts";
import type { ApiDeps } from "@vestibule/api/deps.ts";
import { openAgentSession } from "@vestibule/api/flows/agent-session/agent-session.ts";
import { teamRoles } from "@vestibule/catalogue/team.table.ts";
import type { Endpoint } from "@vestibule/contract/endpoint.ts";
import { agentSessionHeader } from "@vestibule/contract/internal/agent-session.schema.ts";
import { agentHeader } from "@vestibule/contract/internal/support-desk.schema.ts";
import { testMember } from "./test-api.ts";

/** Opens a session of a member of the digital team with every role; returns its token. */
export async function openTeamSession(deps: ApiDeps): Promise<string> {
  const { token } = await deps.database.transaction().execute((transaction) =>
    openAgentSession(deps, transaction, {
      agentId: testMember.id,
      roles: [...teamRoles],
      secretMark: secretMark(deps.keys.secretHash, testMember),
      clientIp: "192.0.2.9",
    }),
  );
  return token;
}

/** Headers that identify the insurer's staff at an endpoint: a member's session, or an agent that a service names. */
export function staffHeaders({ headers }: Endpoint, teamSession: string): Record<string, string> {
  if (headers === undefined) return {};
  return agentHeader in headers.shape ? { [agentHeader]: "amelie.12" } : { [agentSessionHeader]: teamSession };
}
