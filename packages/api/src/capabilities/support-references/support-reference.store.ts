import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { referenceCheckDigit, referenceLength } from "@vestibule/contract/fields/support-reference.rule.ts";
import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { sql } from "kysely";
import { appNow } from "../../platform/database.adapter.ts";
import type { Db } from "../../platform/database.table.ts";
import type { Random } from "../../platform/random.port.ts";

export interface ReferenceRequest extends SupportReferenceBody {
  brandId: string;
  province: ProvinceId;
  language: Language;
}

/** What an agent is told by a reference: ids, a path and codes, never who. */
export interface SupportFacts {
  page?: string;
  agentCode?: string;
  province: ProvinceId;
  language: Language;
}

export interface SupportReference {
  code: string;
  brandId: string;
  /** Registration session the person was in. */
  sessionId: string | null;
  facts: SupportFacts;
  madeAt: Date;
}

const tries = 5;

/** Makes a reference that nobody holds and keeps it for seven days. Returns its nine digits. */
export async function makeReference(
  { database, random }: { database: Db; random: Random },
  request: ReferenceRequest,
): Promise<string> {
  const { brandId, journey, page, agentCode, province, language } = request;
  const facts: SupportFacts = { province, language, ...(page && { page }), ...(agentCode && { agentCode }) };
  await clearPast(database);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const made = await database
      .insertInto("support_reference")
      .values({
        code: drawReference(random),
        brand: brandId,
        journey: journey ? "register" : null,
        session_id: journey ?? null,
        facts: JSON.stringify(facts),
        expires_at: sql<Date>`app_now() + make_interval(days => ${lifetimes.supportReferenceDays})`,
      })
      .onConflict((conflict) => conflict.column("code").doNothing())
      .returning("code")
      .executeTakeFirst();
    if (made) return made.code;
  }
  throw new Error(`no free support reference in ${tries} draws`);
}

/** What stands behind a reference, while it lives. */
export async function findReference(database: Db, code: string): Promise<SupportReference | undefined> {
  const row = await database
    .selectFrom("support_reference")
    .selectAll()
    .where("code", "=", code)
    .where("expires_at", ">", appNow)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    code: row.code,
    brandId: row.brand,
    sessionId: row.session_id,
    facts: row.facts as SupportFacts,
    madeAt: row.made_at,
  };
}

/** Each new reference clears a few that are past their days, so that none stays much longer. */
async function clearPast(database: Db): Promise<void> {
  const past = database.selectFrom("support_reference").select("code").where("expires_at", "<=", appNow).limit(50);
  await database.deleteFrom("support_reference").where("code", "in", past).execute();
}

function drawReference(random: Random): string {
  const digits = referenceLength - 1;
  const drawn = String(random.integer(0, 10 ** digits - 1)).padStart(digits, "0");
  return drawn + referenceCheckDigit(drawn);
}
