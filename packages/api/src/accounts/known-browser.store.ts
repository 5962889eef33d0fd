import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
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

/** Selects the hashes by which the account, in scope as `account`, remembers a browser: it needs no second proof. */
export const rememberedBrowsers = (hashes: readonly string[]) => sql<string[]>`array(
  select id_hash from known_browser
  where account_id = account.id and id_hash = any(${[...hashes]}) and forgotten_at is null
    and second_factor_until > app_now())`;

/** SQL of whether an account knows a browser by one of its hashes, as before the statement. */
export const isBrowserKnown = (accountId: string, hashes: readonly string[]) => sql<boolean>`exists (
  select from known_browser
  where account_id = ${accountId} and id_hash = any(${[...hashes]}) and forgotten_at is null)`;

/**
 * Steps of a sign-in statement that add its browser, or mark a forgotten one as known again, where the step `opened`
 * has opened a session. Hashes under older keys are replaced. `rememberedUntil`: SQL of the time until which it needs no
 * second proof; null keeps the one of before.
 */
export function knownBrowserAddition({
  accountId,
  idHashes,
  device,
  rememberedUntil = sql`null::timestamptz`,
}: {
  accountId: string;
  idHashes: readonly string[];
  device: Device;
  rememberedUntil?: RawBuilder<unknown>;
}): RawBuilder<unknown>[] {
  const [newest = "", ...older] = idHashes;
  const replaced = sql`browser_replaced as (
    delete from known_browser where account_id = ${accountId} and id_hash = any(${older}) and exists (select from opened)
    returning first_seen_at, second_factor_until)`;
  const firstSeen =
    older.length === 0 ? sql`started_at` : sql`coalesce((select min(first_seen_at) from browser_replaced), started_at)`;
  const until =
    older.length === 0
      ? rememberedUntil
      : sql`coalesce(${rememberedUntil}, (select max(second_factor_until) from browser_replaced))`;
  const added = sql`browser_added as (
    insert into known_browser (account_id, id_hash, browser, system, first_seen_at, last_seen_at, second_factor_until)
    select ${accountId}::uuid, ${newest}, ${device.browser ?? null}, ${device.system ?? null}, ${firstSeen},
      started_at, ${until} from opened
    on conflict (account_id, id_hash) do update set last_seen_at = excluded.last_seen_at, forgotten_at = null,
      browser = excluded.browser, system = excluded.system,
      second_factor_until = coalesce(excluded.second_factor_until, known_browser.second_factor_until))`;
  return older.length === 0 ? [added] : [replaced, added];
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

/** Whether a browser is that of the session: the statement that signs in writes the same time to both. */
const isBrowserOf = (sessionIdHash: string) =>
  sql<boolean>`last_seen_at = any(select started_at from gateway_session where id_hash = ${sessionIdHash})`;

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
