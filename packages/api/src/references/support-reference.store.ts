import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import {
  type AgentRowId,
  agentRowIds,
  agentRows,
  type RoadblockId,
  roadblockIds,
  roadblocks,
} from "@vestibule/catalogue/roadblock.table.ts";
import { type FlowId, roadblockMet } from "@vestibule/catalogue/statistic.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { referenceCheckDigit, referenceLength } from "@vestibule/contract/fields/support-reference.rule.ts";
import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { sql } from "kysely";
import { auditLocale, createAuditContext } from "../audit/auditor.port.ts";
import type { ApiDeps } from "../deps.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import type { Random } from "../platform/random.adapter.ts";
import { transact } from "../platform/transaction.adapter.ts";

/** A registration, recovery or link by the id of its row; a sign-in by its account, if any. */
export interface ReferencedJourney {
  kind: FlowId;
  id?: string;
  accountId?: string;
  /** For a sign-in: counter keys of the name, whether or not an account exists. */
  loginNameHashes?: readonly string[];
}

/** Data that an agent sees for a reference: ids, a path and codes, never personal data. */
export interface SupportFacts
  extends Pick<SupportReferenceBody, "page" | "agentCode" | "shownCode" | "titleForm" | "until"> {
  province: ProvinceId;
  language: Language;
}

export interface ReferenceRequest extends SupportFacts {
  brandId: string;
  /** Browser session of the request, when the client sends it. */
  browserSessionId?: string | undefined;
  journey?: ReferencedJourney | undefined;
  /** Keys of the windows that the client IP counts against, by limit. */
  clientIpKeys: Readonly<Record<string, string>>;
}

export interface SupportReference extends Omit<ReferenceRequest, keyof SupportFacts> {
  code: string;
  facts: SupportFacts;
  madeAt: Date;
}

type IssueDeps = Pick<ApiDeps, "database" | "random" | "auditor">;

/**
 * Issues a support reference for the person to read to an agent. When the request has a roadblock's code, records that
 * roadblock in the audit trail; its page requests one reference per occurrence.
 */
export async function issueReference(deps: IssueDeps, request: ReferenceRequest): Promise<string> {
  await clearPastReferences(deps.database);
  return transact(deps.database, async (transaction) => {
    const code = await makeReference(deps, transaction, request);
    const roadblock = roadblockIds.find((id) => roadblocks[id].agentCode === request.agentCode);
    if (roadblock !== undefined) await recordRoadblockView(deps, transaction, { ...request, roadblock });
    return code;
  });
}

async function recordRoadblockView(
  { auditor }: IssueDeps,
  transaction: Trx,
  { roadblock, journey, ...request }: ReferenceRequest & { roadblock: RoadblockId },
): Promise<void> {
  await auditor.record(transaction, {
    event: roadblockMet,
    result: roadblock,
    brandId: request.brandId,
    ...(journey?.id && { journeyId: journey.id }),
    ...(journey?.accountId && { accountId: journey.accountId }),
    actor: "person",
    ...(journey && { auditContext: createAuditContext(journey.kind, request) }),
    facts: {
      ...(journey ? {} : auditLocale(request)),
      ...(request.shownCode && { shownCode: request.shownCode }),
      ...(request.titleForm && { titleForm: request.titleForm }),
      ...(request.until && { until: request.until }),
    },
  });
}

const tries = 5;

/** Creates an unused reference that is valid for seven days. Returns its nine digits. */
export async function makeReference(
  { random }: { random: Random },
  transaction: Trx,
  request: ReferenceRequest,
): Promise<string> {
  const { brandId, browserSessionId, journey, clientIpKeys, province, language } = request;
  const { page, agentCode, shownCode, titleForm, until } = request;
  const facts: SupportFacts = { province, language, page, agentCode, shownCode, titleForm, until };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const reference = await transaction
      .insertInto("support_reference")
      .values({
        ...journeyColumns(journey),
        code: drawReference(random),
        brand: brandId,
        browser_session_id: browserSessionId ?? null,
        facts: JSON.stringify(facts),
        address_keys: JSON.stringify(clientIpKeys),
        expires_at: sql<Date>`app_now() + make_interval(days => ${ttl.supportReferenceDays})`,
      })
      .onConflict((conflict) => conflict.column("code").doNothing())
      .returning("code")
      .executeTakeFirst();
    if (reference) return reference.code;
  }
  throw new Error(`no free support reference in ${tries} draws`);
}

function journeyColumns(journey: ReferencedJourney | undefined) {
  const { kind = null, id = null, accountId = null, loginNameHashes } = journey ?? {};
  return { journey: kind, session_id: id, account_id: accountId, name_key: loginNameHashes?.join(" ") ?? null };
}

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
    browserSessionId: row.browser_session_id ?? undefined,
    journey: journeyOf(row),
    facts: row.facts as SupportFacts,
    clientIpKeys: row.address_keys,
    madeAt: row.made_at,
  };
}

function journeyOf(
  row: Record<"session_id" | "account_id" | "name_key", string | null> & { journey: FlowId | null },
): ReferencedJourney | undefined {
  if (row.journey === null) return undefined;
  return {
    kind: row.journey,
    ...(row.session_id !== null && { id: row.session_id }),
    ...(row.account_id !== null && { accountId: row.account_id }),
    ...(row.name_key !== null && { loginNameHashes: row.name_key.split(" ") }),
  };
}

/**
 * Sets the journey on earlier references of the browser session that have none or a sign-in, because a sign-in or link
 * records no event when it starts. Without such references this is one index lookup.
 */
export async function addJourneyToReferences(
  database: DbOrTrx,
  {
    session,
    journey,
  }: { session: { brandId: string; browserSessionId: string | undefined }; journey: ReferencedJourney },
): Promise<void> {
  if (session.browserSessionId === undefined) return;
  await database
    .updateTable("support_reference")
    .set(journeyColumns(journey))
    .where("browser_session_id", "=", session.browserSessionId)
    .where("brand", "=", session.brandId)
    .where("expires_at", ">", appNow)
    .where((where) => where.or([where("journey", "is", null), where("journey", "=", "signIn")]))
    .execute();
}

export function roadblockOf({ agentCode, page }: Pick<SupportFacts, "agentCode" | "page">): AgentRowId | undefined {
  const byCode = agentRowIds.find((id) => agentRows[id].agentCode === agentCode);
  return byCode ?? roadblockIds.find((id) => roadblocks[id].path === page);
}

/** Deletes up to 50 expired references; called for each new one, so that expired ones do not accumulate. */
async function clearPastReferences(database: Db): Promise<void> {
  const past = database.selectFrom("support_reference").select("code").where("expires_at", "<=", appNow).limit(50);
  await database.deleteFrom("support_reference").where("code", "in", past).execute();
}

function drawReference(random: Random): string {
  const digits = referenceLength - 1;
  const drawn = String(random.integer(0, 10 ** digits - 1)).padStart(digits, "0");
  return drawn + referenceCheckDigit(drawn);
}
