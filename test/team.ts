import { secretMark } from "@vestibule/api/agents/agent-secret.rule.ts";
import { buildApi } from "@vestibule/api/build-api.ts";
import type { ApiDeps } from "@vestibule/api/deps.ts";
import { openAgentSession } from "@vestibule/api/flows/agent-session/agent-session.ts";
import { type StaffRole, teamRoles } from "@vestibule/catalogue/team.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import type { Endpoint } from "@vestibule/contract/endpoint.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { agentSessionHeader } from "@vestibule/contract/internal/agent-session.schema.ts";
import { agentHeader } from "@vestibule/contract/internal/support-desk.schema.ts";
import { dataOf } from "./recovery.ts";
import { deskCaller } from "./support-desk.ts";
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

/** A member for each role, named after it. */
export const memberOfEachRole = {
  look: ["look"],
  edit: ["edit"],
  publish: ["publish"],
  operate: ["operate"],
  act: ["act"],
} as const;

/** An API with these members of the insurer's staff, and how to call it as one of them. */
export function openTeam<Id extends string>(deps: ApiDeps, members: Readonly<Record<Id, readonly StaffRole[]>>) {
  const secret = "the-secret-of-a-member-of-the-team";
  const ids = Object.entries<readonly StaffRole[]>(members);
  const agents = Object.fromEntries(ids.map(([id, roles]) => [id, { secret, roles: [...roles] }]));
  const api = buildApi({ ...deps, agents });
  const settings = { baseUrl: "http://api.internal", fetch: (request: Request) => api.fetch(request) };
  const service = { ...deskCaller, serviceCredential: "another-credential" };
  const sessions = createClient(agentSessionEndpoints, settings);
  return {
    settings,
    service,
    /** Signs in for each call, because tests move the clock past the end of a session. */
    member: async (id: Id) => {
      const { token } = dataOf(await sessions.signIn(service, { agentId: id, secret }));
      return { ...service, agent: { session: token } };
    },
  };
}
