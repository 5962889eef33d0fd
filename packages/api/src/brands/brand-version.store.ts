import type { BrandVersionState } from "@vestibule/catalogue/team.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type BrandFiles, folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Db, DbOrTrx, Trx } from "../platform/database.table.ts";

const listed = 50;

export interface ListedVersion {
  number: number;
  state: BrandVersionState;
  basedOn: number;
  reason: string;
  author: string;
  createdAt: Date;
  approvedBy?: string;
  publishedAt?: Date;
  publishedBy?: string;
  /** Screens that it changes, and those of them that the member has opened. */
  screens: string[];
  seenScreens: string[];
}

export interface Publication {
  brand: string;
  number: number;
}

type VersionRow = Selectable<Database["brand_version"]>;

/** Former versions that are kept of each brand. */
const keptVersions = 10;

/**
 * The published version of each brand, and those that were replaced while a session of that time may still be open. A
 * brand that was never published, or last published from its folder, has none that is current.
 */
export async function readPublications(database: DbOrTrx): Promise<(Publication & { isCurrent: boolean })[]> {
  const { rows } = await sql<Publication & { isCurrent: boolean }>`
    select brand, number, bool_or(place = 1) as "isCurrent" from (
      select brand, number, row_number() over newest as place, lag(published_at) over newest as replaced_at
      from brand_publication where published_at <= app_now()
      window newest as (partition by brand order by sequence desc)
    ) published
    where number <> ${folderVersion} and place <= ${keptVersions}
      and (place = 1 or replaced_at > app_now() - make_interval(mins => ${ttl.portalSessionMinutes}))
    group by brand, number order by brand, number
  `.execute(database);
  return rows;
}

/** The last versions of a brand, newest first. `published` is the number of the one that people see. */
export async function listVersions(
  database: Db,
  { brand, published, memberId }: { brand: string; published: number; memberId: string },
): Promise<ListedVersion[]> {
  const { rows } = await sql<
    Omit<VersionRow, "files"> & {
      published_at: Date | null;
      published_by: string | null;
      is_planned: boolean | null;
      seen_screens: string[];
    }
  >`
    select version.number, based_on, reason, author, created_at, approved_by, published_at, published_by,
      published_at > app_now() as is_planned, screens,
      array(
        select screen from brand_screen_view
        where brand = version.brand and number = version.number and member = ${memberId} order by screen
      ) as seen_screens
    from brand_version version
    left join lateral (
      select published_at, published_by from brand_publication
      where brand = version.brand and number = version.number order by sequence desc limit 1
    ) publication on true
    where brand = ${brand} order by number desc limit ${listed}
  `.execute(database);
  const stateOf = (row: (typeof rows)[number]): BrandVersionState => {
    if (row.is_planned) return "planned";
    if (row.number === published) return "published";
    if (row.published_at !== null) return "former";
    return row.approved_by === null ? "draft" : "approved";
  };
  return rows.map((row) => ({
    number: row.number,
    state: stateOf(row),
    basedOn: row.based_on,
    reason: row.reason,
    author: row.author,
    createdAt: row.created_at,
    screens: row.screens,
    seenScreens: row.seen_screens,
    ...(row.approved_by !== null && { approvedBy: row.approved_by }),
    ...(row.published_at !== null && { publishedAt: row.published_at }),
    ...(row.published_by !== null && { publishedBy: row.published_by }),
  }));
}

export async function readVersionFiles(database: Db, { brand, number }: Publication): Promise<BrandFiles | undefined> {
  const row = await database
    .selectFrom("brand_version")
    .select("files")
    .where("brand", "=", brand)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.files;
}

/** The newest version of a brand; undefined while its folder is the only one. */
export function newestVersion(database: Db, brand: string): Promise<{ number: number; files: BrandFiles } | undefined> {
  return database
    .selectFrom("brand_version")
    .select(["number", "files"])
    .where("brand", "=", brand)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Inserts the version that follows `basedOn`; false when another one was saved first. */
export async function insertVersion(
  transaction: Trx,
  version: Publication & {
    basedOn: number;
    files: BrandFiles;
    reason: string;
    author: string;
    screens: readonly string[];
  },
): Promise<boolean> {
  const { brand, number, basedOn, files, reason, author, screens } = version;
  const inserted = await transaction
    .insertInto("brand_version")
    .values({ brand, number, based_on: basedOn, files: JSON.stringify(files), reason, author, screens: [...screens] })
    .onConflict((conflict) => conflict.doNothing())
    .returning("number")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Locks a version until the end of the transaction. */
export function lockVersion(
  transaction: Trx,
  { brand, number }: Publication,
): Promise<
  { author: string; approvedBy: string | null; basedOn: number; files: BrandFiles; screens: string[] } | undefined
> {
  return transaction
    .selectFrom("brand_version")
    .select(["author", "approved_by as approvedBy", "based_on as basedOn", "files", "screens"])
    .where("brand", "=", brand)
    .where("number", "=", number)
    .forUpdate()
    .executeTakeFirst();
}

/** Saves that a member has opened a screen of a version; once for each. */
export async function insertScreenView(
  transaction: Trx,
  { brand, number, screen, memberId }: Publication & { screen: string; memberId: string },
): Promise<void> {
  await transaction
    .insertInto("brand_screen_view")
    .values({ brand, number, screen, member: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The screens of a version that a member has opened. */
export async function listSeenScreens(
  transaction: Trx,
  { brand, number, memberId }: Publication & { memberId: string },
): Promise<string[]> {
  const rows = await transaction
    .selectFrom("brand_screen_view")
    .select("screen")
    .where("brand", "=", brand)
    .where("number", "=", number)
    .where("member", "=", memberId)
    .execute();
  return rows.map(({ screen }) => screen);
}

export async function saveApproval(
  transaction: Trx,
  { brand, number, approvedBy }: Publication & { approvedBy: string },
): Promise<void> {
  await transaction
    .updateTable("brand_version")
    .set({ approved_by: approvedBy, approved_at: sql<Date>`app_now()` })
    .where("brand", "=", brand)
    .where("number", "=", number)
    .execute();
}

export async function isPublicationPlanned(database: DbOrTrx, brand: string): Promise<boolean> {
  const planned = await database
    .selectFrom("brand_publication")
    .select("sequence")
    .where("brand", "=", brand)
    .where("published_at", ">", sql<Date>`app_now()`)
    .executeTakeFirst();
  return planned !== undefined;
}

/** The number of the version that people see. */
export function publishedVersion(
  publications: readonly (Publication & { isCurrent: boolean })[],
  brandId: string,
): number {
  return publications.find(({ brand, isCurrent }) => brand === brandId && isCurrent)?.number ?? folderVersion;
}

/** Deletes the planned publication of a brand; returns its version number, undefined without one. */
export async function deletePlannedPublication(transaction: Trx, brand: string): Promise<number | undefined> {
  const deleted = await transaction
    .deleteFrom("brand_publication")
    .where("brand", "=", brand)
    .where("published_at", ">", sql<Date>`app_now()`)
    .returning("number")
    .executeTakeFirst();
  return deleted?.number;
}

/** Servers listen to it, and read what is published. A planned publication is found by its time alone. */
export const publicationChannel = "brand_publication";

/** Publishes a version at a time, now by default, in place of any planned one. */
export async function insertPublication(
  transaction: Trx,
  { brand, number, publishedBy, at }: Publication & { publishedBy: string; at: Date | undefined },
): Promise<void> {
  await deletePlannedPublication(transaction, brand);
  await transaction.deleteFrom("brand_load_failure").where("brand", "=", brand).execute();
  await transaction
    .insertInto("brand_publication")
    .values({ brand, number, published_by: publishedBy, published_at: at ?? sql<Date>`app_now()` })
    .execute();
  await sql`select pg_notify(${publicationChannel}, '')`.execute(transaction);
}

/** A published version that a server could not load, and the version that it shows. */
export interface LoadFailure extends Publication {
  shown: number;
}

/** Replaces what a server could not load. */
export async function saveLoadFailures(
  database: Db,
  { server, failures }: { server: string; failures: readonly LoadFailure[] },
): Promise<void> {
  const brands = failures.map(({ brand }) => brand);
  await database
    .deleteFrom("brand_load_failure")
    .where("server", "=", server)
    .where(sql<boolean>`brand <> all(${brands})`)
    .execute();
  if (failures.length === 0) return;
  await database
    .insertInto("brand_load_failure")
    .values(failures.map((failure) => ({ server, ...failure })))
    .onConflict((conflict) =>
      conflict.columns(["server", "brand"]).doUpdateSet({
        number: (row) => row.ref("excluded.number"),
        shown: (row) => row.ref("excluded.shown"),
        failed_at: (row) => row.ref("excluded.failed_at"),
      }),
    )
    .execute();
}

export function listLoadFailures(database: Db): Promise<(LoadFailure & { server: string; failedAt: Date })[]> {
  return database
    .selectFrom("brand_load_failure")
    .select(["server", "brand", "number", "shown", "failed_at as failedAt"])
    .orderBy("server")
    .execute();
}
