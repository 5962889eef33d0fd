import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx } from "../platform/database.table.ts";

export interface AgentSession {
  agentId: string;
  role: AgentRole;
  secretMark: string;
  idleEndsAt: Date;
  endsAt: Date;
}

const idleEnd = sql<Date>`last_seen_at + make_interval(mins => ${ttl.agentIdleMinutes})`;
const latestEnd = sql<Date>`started_at + make_interval(hours => ${ttl.agentAbsoluteHours})`;
const isActive = sql<boolean>`ended_at is null and ${idleEnd} > app_now() and ${latestEnd} > app_now()`;

export async function insertAgentSession(
  database: DbOrTrx,
  session: { idHash: string; agentId: string; role: AgentRole; secretMark: string; clientIpKey: string },
): Promise<AgentSession> {
  const { idHash, agentId, role, secretMark, clientIpKey } = session;
  const row = await database
    .insertInto("agent_session")
    .values({ id_hash: idHash, agent: agentId, role, secret_mark: secretMark, address_key: clientIpKey })
    .returning([idleEnd.as("idle_ends_at"), latestEnd.as("ends_at")])
    .executeTakeFirstOrThrow();
  return { agentId, role, secretMark, idleEndsAt: row.idle_ends_at, endsAt: row.ends_at };
}

/** Renews the idle timeout of an active session; undefined once it has ended. */
export async function renewAgentSession(
  database: DbOrTrx,
  idHashes: readonly string[],
): Promise<AgentSession | undefined> {
  const row = await database
    .updateTable("agent_session")
    .set({ last_seen_at: appNow })
    .where("id_hash", "in", idHashes)
    .where(isActive)
    .returning(["agent", "role", "secret_mark", idleEnd.as("idle_ends_at"), latestEnd.as("ends_at")])
    .executeTakeFirst();
  return (
    row && {
      agentId: row.agent,
      role: row.role,
      secretMark: row.secret_mark,
      idleEndsAt: row.idle_ends_at,
      endsAt: row.ends_at,
    }
  );
}

/** Ends an active session; undefined when it had already ended. */
export async function endAgentSession(
  database: DbOrTrx,
  idHashes: readonly string[],
): Promise<{ agentId: string } | undefined> {
  const row = await database
    .updateTable("agent_session")
    .set({ ended_at: appNow })
    .where("id_hash", "in", idHashes)
    .where(isActive)
    .returning("agent")
    .executeTakeFirst();
  return row && { agentId: row.agent };
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
