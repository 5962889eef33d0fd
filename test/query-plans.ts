import type pg from "pg";

/** Tables whose rows do not grow with people, journeys or events. */
const small = [
  "clock_offset",
  "maintenance",
  "audit_head",
  "book_import",
  "restore_epoch",
  "retention_run",
  "schema_compatibility",
];
/** Rows that requests update in place, which an index on the time of the update would slow down. */
const sweptWhole = ["gateway_session", "sign_in_failure"];
/** Export and erasure of a person, which happen rarely: their indexes would slow every request. */
const ofOnePerson = " person_row ";
/** The reset of demo mode, and its outbox in the order of sending. */
const ofDemoMode = [/^delete from "\w+"$/, /order by "sequence" desc/];

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

/** Statements of the product that this process has not explained yet. Every database has the same schema. */
const unexplained = new Set<string>();
const explained = new Set<string>();

/** Collects the statements that succeed, so none that a test sends to see it denied. */
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
 * Explains the collected statements and returns those that read a growing table without an index. Plans are made as if
 * every table were large: a sequential scan is chosen only where no index serves.
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

const isExplainable = (text: string) => /^\s*(select|with|insert|update|delete)\b/i.test(text);

const isExempt = (text: string, table: string) =>
  text.includes(ofOnePerson) ||
  (text.includes("ctid = any(array(") && sweptWhole.includes(table)) ||
  ofDemoMode.some((demo) => demo.test(text));

async function explain(client: pg.PoolClient, text: string): Promise<Plan | undefined> {
  try {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
    return rows[0]["QUERY PLAN"][0].Plan;
  } catch (fault) {
    // A temporary table of a transaction that has ended.
    if ((fault as pg.DatabaseError).code === "42P01") return undefined;
    throw new Error(`cannot explain ${text}`, { cause: fault });
  }
}

/** Tables that are read whole, or by a whole index that is not partial and not read up to a limit. */
function fullScans(plan: Plan, partial: ReadonlySet<string>, isLimited = false): string[] {
  const { "Node Type": node, "Relation Name": table = "", "Index Name": index = "", "Index Cond": condition } = plan;
  const isWholeIndex =
    /^Index|^Bitmap Index/.test(node) && condition === undefined && !partial.has(index) && !isLimited;
  const own = !small.includes(table) && (node === "Seq Scan" || isWholeIndex) ? [table || index] : [];
  const below = plan.Plans?.flatMap((inner) => fullScans(inner, partial, isLimited || node === "Limit")) ?? [];
  return [...own, ...below];
}
