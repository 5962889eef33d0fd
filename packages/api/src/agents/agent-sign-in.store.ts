import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";

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
