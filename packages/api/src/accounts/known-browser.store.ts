import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { ApiDeps } from "../deps.ts";
import { appNow, withoutNulls } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import type { Device } from "./device.rule.ts";

const mostBrowsers = 20;

/** Stored hashes of a device id under every active key, newest first. */
export function knownBrowserHashes(secretHash: KeyRing, device: string): string[] {
  return keyedHashes(secretHash, ["known-browser", device]);
}

/** Selects the hashes that the account, in scope as `account`, has forgotten. */
export const forgottenBrowsers = (hashes: readonly string[]) => sql<string[]>`array(
  select id_hash from known_browser
  where account_id = account.id and id_hash = any(${[...hashes]}) and forgotten_at is not null)`;

/** SQL: a known browser in scope needs no second proof. */
const needsNoSecondProof = sql<boolean>`coalesce(second_factor_until > app_now(), false)`;

/** Selects the hashes by which the account, in scope as `account`, remembers a browser: it needs no second proof. */
export const rememberedBrowsers = (hashes: readonly string[]) => sql<string[]>`array(
  select id_hash from known_browser
  where account_id = account.id and id_hash = any(${[...hashes]}) and forgotten_at is null
    and ${needsNoSecondProof})`;

/**
 * Records the browser of a new session: a known one, under the newest of its hashes, or a new one. `rememberDays`: for
 * how long it needs no second proof; undefined keeps what was so before. Returns whether the account knew it.
 */
export async function recordBrowser(
  transaction: Trx,
  {
    accountId,
    idHashes,
    device,
    sessionIdHash,
    rememberDays,
  }: {
    accountId: string;
    idHashes: readonly string[];
    device: Device;
    sessionIdHash: string;
    rememberDays: number | undefined;
  },
): Promise<{ isKnown: boolean }> {
  const [newest = ""] = idHashes;
  const startedAt = sql<Date>`(select started_at from gateway_session where id_hash = ${sessionIdHash})`;
  const used = {
    id_hash: newest,
    browser: device.browser ?? null,
    system: device.system ?? null,
    last_seen_at: startedAt,
    forgotten_at: null,
    ...(rememberDays !== undefined && {
      second_factor_until: sql<Date>`app_now() + make_interval(days => ${rememberDays}::int)`,
    }),
  };
  const { numUpdatedRows } = await transaction
    .updateTable("known_browser")
    .set(used)
    .where("account_id", "=", accountId)
    .where("id_hash", "=", ({ selectFrom }) =>
      selectFrom("known_browser as known")
        .select("known.id_hash")
        .where("known.account_id", "=", accountId)
        .where("known.id_hash", "in", idHashes)
        .where("known.forgotten_at", "is", null)
        .orderBy(sql`known.id_hash = ${newest}`, "desc")
        .limit(1),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { isKnown: true };
  await transaction
    .insertInto("known_browser")
    .values({ account_id: accountId, first_seen_at: startedAt, ...used })
    .onConflict((conflict) => conflict.columns(["account_id", "id_hash"]).doUpdateSet(used))
    .execute();
  return { isKnown: false };
}

/**
 * Finds a browser that an account knows and its person has not forgotten. `isRemembered`: it needs no second proof.
 */
export async function findKnownBrowser(
  database: DbOrTrx,
  { accountId, idHashes }: { accountId: string; idHashes: readonly string[] },
): Promise<{ isRemembered: boolean } | undefined> {
  return database
    .selectFrom("known_browser")
    .select(needsNoSecondProof.as("isRemembered"))
    .where("account_id", "=", accountId)
    .where("id_hash", "in", idHashes)
    .where("forgotten_at", "is", null)
    .orderBy("isRemembered", "desc")
    .executeTakeFirst();
}

/** Has an account ask for a second proof in a browser again. */
export async function stopRemembering(
  transaction: Trx,
  { accountId, idHashes }: { accountId: string; idHashes: readonly string[] },
): Promise<void> {
  await transaction
    .updateTable("known_browser")
    .set({ second_factor_until: null })
    .where("account_id", "=", accountId)
    .where("id_hash", "in", idHashes)
    .execute();
}

/**
 * Returns the device id of the account from a browser's signed cookie; undefined where its person has forgotten the
 * browser.
 */
export async function trustedDeviceOf(
  { keys }: Pick<ApiDeps, "keys">,
  database: DbOrTrx,
  { accountId, devices }: { accountId: string | undefined; devices: ReadonlyMap<string, string> | undefined },
): Promise<string | undefined> {
  const device = accountId && devices?.get(accountId);
  if (!accountId || !device) return undefined;
  const forgotten = await database
    .selectFrom("known_browser")
    .select("id_hash")
    .where("account_id", "=", accountId)
    .where("id_hash", "in", knownBrowserHashes(keys.secretHash, device))
    .where("forgotten_at", "is not", null)
    .executeTakeFirst();
  return forgotten === undefined ? device : undefined;
}

/** Whether a browser is that of the session: a sign-in writes the same time to both. */
const isBrowserOf = (sessionIdHash: string) =>
  sql<boolean>`last_seen_at = any(select started_at from gateway_session where id_hash = ${sessionIdHash})`;

/**
 * Has an account ask for a second proof again in the browser of one session, by its public id, or in every browser but
 * that of a session, by its id hash.
 */
export async function stopRememberingBrowsers(
  transaction: Trx,
  { accountId, of, exceptOf }: { accountId: string; of?: string | undefined; exceptOf?: string | undefined },
): Promise<void> {
  await transaction
    .updateTable("known_browser")
    .set({ second_factor_until: null })
    .where("account_id", "=", accountId)
    .where("second_factor_until", "is not", null)
    .$if(of !== undefined, (query) =>
      query.where("last_seen_at", "=", ({ selectFrom }) =>
        selectFrom("gateway_session")
          .select("started_at")
          .where("account_id", "=", accountId)
          .where("public_id", "=", of ?? ""),
      ),
    )
    .$if(exceptOf !== undefined, (query) => query.where(isBrowserOf(exceptOf ?? ""), "=", false))
    .execute();
}

/** Lists browsers whose cookie is still valid: the session's own first, then the most recently used. */
export async function listKnownBrowsers(
  database: DbOrTrx,
  { accountId, idHash }: { accountId: string; idHash: string },
) {
  const rows = await database
    .selectFrom("known_browser")
    .select(["public_id as id", "browser", "system", "first_seen_at as firstUsedAt", "last_seen_at as lastUsedAt"])
    .select(isBrowserOf(idHash).as("isCurrent"))
    .where("account_id", "=", accountId)
    .where("forgotten_at", "is", null)
    .where("last_seen_at", ">", sql<Date>`app_now() - make_interval(days => ${ttl.deviceCookieMonths * 30}::int)`)
    .orderBy("isCurrent", "desc")
    .orderBy("last_seen_at", "desc")
    .limit(mostBrowsers)
    .execute();
  return rows.map(withoutNulls);
}

/** Forgets browsers of an account: one by its id, all but that of a session, or all. Returns how many it forgot. */
export async function forgetBrowsers(
  transaction: Trx,
  { accountId, id, exceptOf }: { accountId: string; id?: string | undefined; exceptOf?: string | undefined },
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable("known_browser")
    .set({ forgotten_at: appNow, second_factor_until: null })
    .where("account_id", "=", accountId)
    .where("forgotten_at", "is", null)
    .$if(id !== undefined, (query) => query.where("public_id", "=", id ?? ""))
    .$if(exceptOf !== undefined, (query) => query.where(isBrowserOf(exceptOf ?? ""), "=", false))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
