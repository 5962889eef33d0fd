import type { IssuedLinkAction, LinkSource } from "@vestibule/catalogue/link.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { sql } from "kysely";
import type { PolicyRole } from "../accounts/account-policy.store.ts";
import type { ApiDeps } from "../deps.ts";
import { appNow, incrementColumn, withoutNulls } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";

export interface LinkFacts {
  brandId: string;
  action: IssuedLinkAction;
  source?: LinkSource;
  personKey?: string;
  policy?: PolicyRole;
  accountId?: string;
  recoveryId?: string;
  /** Recipient's e-mail, normalised and as typed. */
  recipient?: TypedEmail;
  /** The new password also changes the account's e-mail to the recipient. */
  changesEmail?: boolean;
  ubi: boolean;
  language: Language;
  province: ProvinceId;
  /** Keyed hash of the account data; the link is stale when it changes. */
  accountFingerprint: string;
}

/** Facts of a link that is sent to an e-mail. */
export type MailedLinkFacts = LinkFacts & { recipient: TypedEmail };

export interface Link extends LinkFacts {
  id: string;
  issuedAt: Date;
  expiresAt: Date;
  mails: number;
  usernamesTaken: number;
  /** Neither used, deleted, revoked nor expired. */
  isActive: boolean;
  isDeleted: boolean;
}

type LinkDeps = Pick<ApiDeps, "keys" | "random">;

/** Only a keyed hash of the token is stored. `mails`: how often the replaced link was sent again. */
export async function issueLink(
  { keys, random }: LinkDeps,
  transaction: Trx,
  order: LinkFacts & { lifetimeMinutes: number; mails?: number },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const token = random.token(32);
  const { id, expires_at: expiresAt } = await transaction
    .insertInto("link")
    .values({
      token_hash: keyedHash(keys.secretHash, ["link", token]),
      brand: order.brandId,
      action: order.action,
      source: order.source ?? null,
      person_key: order.personKey ?? null,
      company: order.policy?.company ?? null,
      policy_number: order.policy?.policyNumber ?? null,
      role: order.policy?.role ?? null,
      account_id: order.accountId ?? null,
      recovery_id: order.recoveryId ?? null,
      recipient: order.recipient?.email ?? null,
      recipient_typed: order.recipient?.emailAsTyped ?? null,
      changes_email: order.changesEmail ?? false,
      ubi: order.ubi,
      language: order.language,
      province: order.province,
      bound_to: order.accountFingerprint,
      ...(order.mails !== undefined && { mails: order.mails }),
      issued_at: appNow,
      expires_at: sql<Date>`app_now() + make_interval(mins => ${order.lifetimeMinutes}::int)`,
    })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}

/** Finds the link of a token under a brand, active or not; undefined when it is unknown or was purged. */
export async function findLink(
  { keys }: Pick<LinkDeps, "keys">,
  database: DbOrTrx,
  { token, brandId }: { token: string; brandId: string },
): Promise<Link | undefined> {
  const row = await select(database)
    .where("token_hash", "in", keyedHashes(keys.secretHash, ["link", token]))
    .where("brand", "=", brandId)
    .executeTakeFirst();
  return row && linkOf(row);
}

export async function findLinkById(
  database: DbOrTrx,
  { id, brandId }: { id: string; brandId: string },
): Promise<Link | undefined> {
  const row = await select(database).where("id", "=", id).where("brand", "=", brandId).executeTakeFirst();
  return row && linkOf(row);
}

export async function lockLinkForUpdate(transaction: Trx, id: string): Promise<Link | undefined> {
  const row = await select(transaction).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && linkOf(row);
}

/** Ends an active link in one statement, so that only one concurrent request succeeds; false when it is not active. */
async function endLink(transaction: Trx, id: string, ended: "used_at" | "deleted_at"): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("link")
    .set({ [ended]: appNow })
    .where("id", "=", id)
    .where(live)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const consumeLink = (transaction: Trx, id: string) => endLink(transaction, id, "used_at");
export const deleteLink = (transaction: Trx, id: string) => endLink(transaction, id, "deleted_at");

/** Revokes every active link of a password reset, or of an account after its password was changed. */
export async function revokeLinksOf(
  transaction: Trx,
  owner: { recovery_id: string } | { account_id: string },
): Promise<void> {
  await transaction
    .updateTable("link")
    .set({ superseded_at: appNow })
    .where((where) => where.and(owner))
    .where(live)
    .execute();
}

export async function revokeLink(transaction: Trx, id: string): Promise<void> {
  await transaction
    .updateTable("link")
    .set({ superseded_at: appNow })
    .where("id", "=", id)
    .where("superseded_at", "is", null)
    .execute();
}

/** Regardless of recipient. `mails`: how often the links were sent again in total. */
export async function revokeSimilarLinks(
  transaction: Trx,
  link: Pick<LinkFacts, "brandId" | "action" | "personKey" | "policy" | "accountId"> & { mails: number },
): Promise<void> {
  const { brandId, action, personKey = null, policy, accountId = null, mails } = link;
  const { company = null, policyNumber = null } = policy ?? {};
  await transaction
    .updateTable("link")
    .set({
      superseded_at: sql<Date>`coalesce(superseded_at, app_now())`,
      mails: sql<number>`greatest(mails, ${mails}::int)`,
    })
    .where("brand", "=", brandId)
    .where("action", "=", action)
    .where("person_key", personKey === null ? "is" : "=", personKey)
    .where("company", company === null ? "is" : "=", company)
    .where("policy_number", policyNumber === null ? "is" : "=", policyNumber)
    .where("account_id", accountId === null ? "is" : "=", accountId)
    .execute();
}

/** Finds the newest link of a person for an action, active or not. */
export async function newestLinkOf(
  database: DbOrTrx,
  of: Pick<LinkFacts, "brandId" | "personKey" | "policy"> & { action: IssuedLinkAction; since: Date },
): Promise<Link | undefined> {
  const row = await select(database)
    .where("brand", "=", of.brandId)
    .where("person_key", "=", of.personKey ?? "")
    .where("company", "=", of.policy?.company ?? "")
    .where("policy_number", "=", of.policy?.policyNumber ?? "")
    .where("action", "=", of.action)
    .where("issued_at", ">=", of.since)
    .orderBy("issued_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && linkOf(row);
}

export function incrementLinkCounter(
  transaction: Trx,
  { id, what }: { id: string; what: "wrong_answers" | "wrong_passwords" | "mails" | "usernames_taken" },
): Promise<number> {
  return incrementColumn(transaction, "link", { id, column: what });
}

const live = sql<boolean>`used_at is null and deleted_at is null and superseded_at is null and expires_at > app_now()`;

const columns = [
  ...(["id", "brand as brandId", "action", "source", "person_key as personKey", "account_id as accountId"] as const),
  ...(["recovery_id as recoveryId", "recipient", "recipient_typed", "changes_email as changesEmail", "ubi"] as const),
  ...(["company", "policy_number as policyNumber", "role", "language", "province", "mails"] as const),
  ...(["bound_to as accountFingerprint", "issued_at as issuedAt", "expires_at as expiresAt"] as const),
  "usernames_taken as usernamesTaken",
  live.as("isActive"),
  sql<boolean>`deleted_at is not null`.as("isDeleted"),
] as const;

const select = (database: DbOrTrx) => database.selectFrom("link").select(columns);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirst"]>>>;

function linkOf({ company, policyNumber, role, recipient: email, recipient_typed, ...row }: Row): Link {
  return {
    ...withoutNulls(row),
    policy: company && policyNumber && role ? { company, policyNumber, role } : undefined,
    recipient: email === null ? undefined : { email, emailAsTyped: recipient_typed ?? email },
  };
}
