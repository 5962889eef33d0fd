import type { StaffRole } from "@vestibule/catalogue/team.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { agentRoleOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx } from "../platform/database.table.ts";

export interface AgentSession {
  agentId: string;
  roles: StaffRole[];
  secretMark: string;
  idleEndsAt: Date;
  endsAt: Date;
}

const idleEnd = sql<Date>`last_seen_at + make_interval(mins => ${ttl.agentIdleMinutes})`;
const latestEnd = sql<Date>`started_at + make_interval(hours => ${ttl.agentAbsoluteHours})`;
const isActive = sql<boolean>`ended_at is null and ${idleEnd} > app_now() and ${latestEnd} > app_now()`;

const agentSession = [
  ...(["agent as agentId", "secret_mark as secretMark"] as const),
  // The version before writes no roles.
  sql<StaffRole[]>`coalesce(roles, array[role])`.as("roles"),
  idleEnd.as("idleEndsAt"),
  latestEnd.as("endsAt"),
] as const;

export async function insertAgentSession(
  database: DbOrTrx,
  session: { idHash: string; agentId: string; roles: StaffRole[]; secretMark: string; clientIpKey: string },
): Promise<AgentSession> {
  const { idHash, agentId, roles, secretMark, clientIpKey } = session;
  const role = agentRoleOf(roles) ?? null;
  return database
    .insertInto("agent_session")
    .values({ id_hash: idHash, agent: agentId, role, roles, secret_mark: secretMark, address_key: clientIpKey })
    .returning(agentSession)
    .executeTakeFirstOrThrow();
}

/** Renews the idle timeout of an active session; undefined once it has ended. */
export async function renewAgentSession(
  database: DbOrTrx,
  idHashes: readonly string[],
): Promise<AgentSession | undefined> {
  return database
    .updateTable("agent_session")
    .set({ last_seen_at: appNow })
    .where("id_hash", "in", idHashes)
    .where(isActive)
    .returning(agentSession)
    .executeTakeFirst();
}

/** Ends an active session; undefined when it had already ended. */
export async function endAgentSession(
  database: DbOrTrx,
  idHashes: readonly string[],
): Promise<{ agentId: string } | undefined> {
  return database
    .updateTable("agent_session")
    .set({ ended_at: appNow })
    .where("id_hash", "in", idHashes)
    .where(isActive)
    .returning("agent as agentId")
    .executeTakeFirst();
}

export async function hasSignedInFrom(
  database: DbOrTrx,
  { agentId, clientIpKeys }: { agentId: string; clientIpKeys: readonly string[] },
): Promise<boolean> {
  const row = await database
    .selectFrom("agent_session")
    .select("agent")
    .where("agent", "=", agentId)
    .where("address_key", "in", clientIpKeys)
    .where(sql<boolean>`last_seen_at > app_now() - make_interval(days => ${ttl.agentClientIpDays}::int)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface AgentSignIn {
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

export async function insertAgentSignIn(database: DbOrTrx, signIn: AgentSignIn & { stateHash: string }): Promise<void> {
  const { stateHash, nonce, codeVerifier, redirectUri } = signIn;
  await database
    .insertInto("agent_sign_in")
    .values({ state_hash: stateHash, nonce, code_verifier: codeVerifier, redirect_uri: redirectUri })
    .execute();
}

/** Consumes a sign-in, so that it completes once; undefined when it is unknown or expired. */
export async function consumeAgentSignIn(
  database: DbOrTrx,
  stateHashes: readonly string[],
): Promise<AgentSignIn | undefined> {
  const row = await database
    .deleteFrom("agent_sign_in")
    .where("state_hash", "in", stateHashes)
    .returning(["nonce", "code_verifier as codeVerifier", "redirect_uri as redirectUri"])
    .returning(
      sql<boolean>`started_at > app_now() - make_interval(mins => ${ttl.agentSignInMinutes}::int)`.as("isInTime"),
    )
    .executeTakeFirst();
  return row?.isInTime ? row : undefined;
}
