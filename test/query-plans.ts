import type pg from "pg";

/** Tables whose number of rows does not grow with people, journeys or events. */
const small = [
  "clock_offset",
  "maintenance",
  "audit_head",
  "book_import",
  "last_answer",
  "key_use",
  "report_position",
  "brand_publication",
  "brand_load_failure",
  "brand_experiment",
  "restore_epoch",
  "retention_run",
  "schema_compatibility",
  "webhook",
];
/** Tables whose rows requests update in place. An index on the time of the update would slow the updates down. */
const sweptWhole = ["gateway_session", "sign_in_failure"];
/** Statements of the export and erasure of a person, which are rare, while their indexes would slow every request. */
const ofOnePerson = " person_row ";
/** Statements of demo mode. */
const ofDemoMode = [/^delete from "\w+"$/, /order by sequence desc/];

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

/**
 * Statements that this process has not explained yet. Each is explained once, since all databases have the same schema.
 */
const unexplained = new Set<string>();
const explained = new Set<string>();

export function collectStatements(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const collecting = (...input: [pg.QueryConfig | string, ...unknown[]]) => {
      const [first] = input;
      const text = typeof first === "string" ? first : first.text;
      const result = query(...input);
      if (result instanceof Promise && isExplainable(text) && !explained.has(text))
        result.then(
          () => unexplained.add(text),
          () => {},
        );
      return result;
    };
    client.query = collecting as typeof client.query;
  });
}

/**
 * Explains the collected statements and returns those that read a growing table without an index. The planner avoids
 * sequential scans, so that it chooses one only where no index can be used.
 */
export async function statementsWithoutIndex(owner: pg.Pool): Promise<string[]> {
  if (unexplained.size === 0) return [];
  const client = await owner.connect();
  try {
    const { rows } = await client.query("select indexrelid::regclass as name from pg_index where indpred is not null");
    const partial = new Set<string>(rows.map(({ name }) => name));
    await client.query("set enable_seqscan = off");
    const found: string[] = [];
    for (const text of unexplained) {
      explained.add(text);
      const plan = await explain(client, text);
      const scans = plan === undefined ? [] : fullScans(plan, partial);
      found.push(...scans.filter((table) => !isExempt(text, table)).map((table) => `${table}: ${text}`));
    }
    return found;
  } finally {
    unexplained.clear();
    client.release(true);
  }
}

const isExplainable = (text: string) => /^\s*(select|with|insert|update|delete|merge)\b/i.test(text);

const isExempt = (text: string, table: string) =>
  text.includes(ofOnePerson) ||
  (text.includes("ctid = any(array(") && sweptWhole.includes(table)) ||
  ofDemoMode.some((demo) => demo.test(text));

async function explain(client: pg.PoolClient, text: string): Promise<Plan | undefined> {
  try {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
    return rows[0]["QUERY PLAN"][0].Plan;
  } catch (fault) {
    // The statement used a temporary table of a transaction that has ended.
    if ((fault as pg.DatabaseError).code === "42P01") return undefined;
    throw new Error(`cannot explain ${text}`, { cause: fault });
  }
}

/** Finds tables that are read whole, by a sequential scan or by a full index scan without a limit. */
function fullScans(plan: Plan, partial: ReadonlySet<string>, isLimited = false): string[] {
  const { "Node Type": node, "Relation Name": table = "", "Index Name": index = "", "Index Cond": condition } = plan;
  const isWholeIndex =
    /^Index|^Bitmap Index/.test(node) && condition === undefined && !partial.has(index) && !isLimited;
  const scanned =
    !small.includes(table || index.replace(/_pkey$/, "")) && (node === "Seq Scan" || isWholeIndex)
      ? [table || index]
      : [];
  const below = plan.Plans?.flatMap((inner) => fullScans(inner, partial, isLimited || node === "Limit")) ?? [];
  return [...scanned, ...below];
}
