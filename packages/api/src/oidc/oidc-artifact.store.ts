import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { AdapterPayload } from "oidc-provider";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";

export interface NewArtifact {
  /** Hashes of the artifact's id under every active key, newest first. */
  idHashes: readonly string[];
  model: string;
  issuer: string;
  payload: AdapterPayload;
  expiresInSeconds: number;
}

/** Stored hashes of an artifact's id, which is a bearer secret, under every active key, newest first. */
export function artifactHashes(
  { secretHash }: Pick<Keys, "secretHash">,
  { issuer, model, id }: { issuer: string; model: string; id: string },
): string[] {
  return keyedHashes(secretHash, ["oidc", issuer, model, id]);
}

/** Inserts or replaces what the provider issued, once under the newest key. */
export async function saveArtifact(database: DbOrTrx, artifact: NewArtifact): Promise<void> {
  const { idHashes, model, issuer, payload, expiresInSeconds } = artifact;
  const [newest, ...older] = idHashes;
  await sql`
    with earlier as (delete from oidc_artifact where id_hash = any(${older}))
    insert into oidc_artifact (id_hash, model, issuer, client_id, account_id, grant_id, payload, expires_at)
    values (${newest}, ${model}, ${issuer}, ${payload.clientId ?? null}, ${payload.accountId ?? null}::uuid,
      ${payload.grantId ?? null}, ${JSON.stringify(payload)}::jsonb,
      app_now() + make_interval(secs => ${expiresInSeconds}))
    on conflict (id_hash) do update set payload = excluded.payload, account_id = excluded.account_id,
      expires_at = excluded.expires_at`.execute(database);
}

/** Saves the id of a client's assertion; false where it is saved already and has not expired. */
export async function saveUsedAssertion(database: DbOrTrx, artifact: NewArtifact): Promise<boolean> {
  const { idHashes, model, issuer, payload, expiresInSeconds } = artifact;
  const { rows } = await sql`
    insert into oidc_artifact (id_hash, model, issuer, payload, expires_at)
    values (${idHashes[0]}, ${model}, ${issuer}, ${JSON.stringify(payload)}::jsonb,
      app_now() + make_interval(secs => ${expiresInSeconds}))
    on conflict (id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
      where oidc_artifact.expires_at <= app_now()
    returning id_hash`.execute(database);
  return rows.length === 1;
}

export async function findArtifact(database: DbOrTrx, idHashes: readonly string[]) {
  return database
    .selectFrom("oidc_artifact")
    .select(["payload", "consumed_at"])
    .select(
      sql<boolean>`coalesce(consumed_at > app_now() - make_interval(secs => ${ttl.oidcRefreshRepeatSeconds}), false)`.as(
        "isConsumedRecently",
      ),
    )
    .where("id_hash", "in", idHashes)
    .where("expires_at", ">", appNow)
    .executeTakeFirst();
}

/** Marks a code or refresh token as used, and adds to what is stored of it; false when it already was used. */
export async function consumeArtifact(
  database: DbOrTrx,
  idHashes: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const row = await database
    .updateTable("oidc_artifact")
    .set({ consumed_at: appNow, payload: sql`payload || ${JSON.stringify(added)}::jsonb` })
    .where("id_hash", "in", idHashes)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", appNow)
    .returning("id_hash")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteArtifact(database: DbOrTrx, idHashes: readonly string[]): Promise<void> {
  await database.deleteFrom("oidc_artifact").where("id_hash", "in", idHashes).execute();
}

/** Deletes codes and tokens of grants. */
export async function revokeGrants(database: DbOrTrx, grantIds: readonly string[]): Promise<void> {
  await database.deleteFrom("oidc_artifact").where("grant_id", "=", sql<string>`any(${grantIds})`).execute();
}

/** Deletes the codes, tokens and grants that applications received through these gateway sessions, offline ones too. */
export async function revokeGrantsOfSessions(transaction: DbOrTrx, gatewaySessions: readonly string[]): Promise<void> {
  if (gatewaySessions.length === 0) return;
  await sql`
    delete from oidc_artifact where gateway_session is null and grant_id in (
      select authorized.value ->> 'grantId'
      from oidc_artifact session, jsonb_each(session.payload -> 'authorizations') authorized
      where session.gateway_session = any(${[...gatewaySessions]}))`.execute(transaction);
}

/** Deletes every code, token and grant of an account; its sessions stay, to announce their end. */
export async function revokeGrantsOfAccount(transaction: DbOrTrx, accountId: string): Promise<void> {
  await transaction
    .deleteFrom("oidc_artifact")
    .where("account_id", "=", accountId)
    .where("gateway_session", "is", null)
    .execute();
}

/** Deletes every code, token and grant that an application has of an account. */
export async function revokeGrantsOfApplication(
  transaction: DbOrTrx,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<void> {
  await transaction
    .deleteFrom("oidc_artifact")
    .where("account_id", "=", accountId)
    .where("client_id", "=", clientId)
    .execute();
}
