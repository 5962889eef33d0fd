import { onServer } from "../../test/postgres.setup.ts";
import { inParallel, times } from "../generator.ts";
import { nextHolderOf, Registrant, requestReset, signIn } from "../person.ts";
import { type Portal, startPortal } from "../portal.ts";
import { startProductPostgres } from "../postgres.ts";
import { atMost, type MeasureResult, type Metric, metric } from "./metric.ts";
import { percentile } from "./statistics.rule.ts";

const few = 10_000;
const many = 1_000_000;
const rounds = 6;
const callsInRound = 40;
const atOnce = 2;

/** Each sends one call and returns its latency in milliseconds. */
const calls: Record<string, (portal: Portal) => Promise<number>> = {
  identify: async (portal) => {
    const registrant = new Registrant(portal);
    await registrant.toIdentification();
    return (await registrant.call("identify", { body: { email: registrant.person.email } })).millis;
  },
  "sign-in": async (portal) => (await signIn(portal.nextPort(), nextHolderOf(portal))).millis,
  reset: async (portal) => (await requestReset(portal.nextPort(), nextHolderOf(portal))).millis,
};

/**
 * Compares the latency of calls with few people in the database and with a hundred times as many. The few are imported;
 * the many are copies of them, made in PostgreSQL. Later measures use the database with many people.
 */
export async function measureGrowth(postgresUrl: string): Promise<MeasureResult> {
  await using small = await startProductPostgres();
  const people = { visitor: (rounds + 1) * callsInRound, holder: few };
  await using withFew = await startPortal({ postgresUrl: small.url, people });
  await using withMany = await startPortal({ postgresUrl, people });
  const startedAt = performance.now();
  await copyPeople(postgresUrl, many / few - 1);
  const seconds = (performance.now() - startedAt) / 1000;
  const metrics: Metric[] = [];
  for (const [name, send] of Object.entries(calls)) {
    const samples: [number[], number[]] = [[], []];
    // The first round runs before JIT compilation.
    for (const round of times(rounds + 1))
      for (const [nth, portal] of [withFew, withMany].entries()) {
        const millis = await inParallel(times(callsInRound), { atOnce }, () => send(portal));
        if (round > 0) samples[nth]?.push(...millis);
      }
    const [p95WithFew, p95WithMany] = [percentile(samples[0], 0.95), percentile(samples[1], 0.95)];
    metrics.push(
      metric(`${name} with ${few} people, latency p95`, p95WithFew, "ms", { note: `${samples[0].length} samples` }),
      metric(`${name} with ${many} people, latency p95`, p95WithMany, "ms"),
      metric(`${name}, latency p95 with ${many} people relative to ${few}`, p95WithMany / p95WithFew, "×", {
        target: atMost(1.2),
      }),
    );
  }
  return {
    title: `Growth from ${few} to ${many} policies and accounts`,
    metrics: [...metrics, metric("time to copy the people", seconds, "s")],
  };
}

/** SQL for the columns of a copy that must differ from the original's. `n` is the number of the copy. */
const copiedColumns = {
  book_row: {
    id: "gen_random_uuid()",
    policy_number: "n || policy_number",
    person_key: "n || person_key",
    email: "n || email",
    email_typed: "n || email_typed",
  },
  account: {
    id: "md5(n || id::text)::uuid",
    email: "n || email",
    email_typed: "n || email_typed",
    person_key: "n || person_key",
    identity: "n || identity",
  },
  account_policy: { account_id: "md5(n || account_id::text)::uuid", policy_number: "n || policy_number" },
  password_history: { account_id: "md5(n || account_id::text)::uuid" },
} as const satisfies Record<string, Record<string, string>>;

/** Adds copies of every policy and account, each of another person. */
async function copyPeople(url: string, copies: number): Promise<void> {
  for (const [table, values] of Object.entries<Record<string, string>>(copiedColumns)) {
    const columns = `select column_name as name from information_schema.columns where table_name = '${table}'`;
    const names = (await onServer(url, columns)).map(({ name }) => String(name));
    const copy = names.map((name) => values[name] ?? name);
    const copied = `select ${copy} from ${table}, generate_series(1, ${copies}) n`;
    await onServer(url, `insert into ${table} (${names}) ${copied}`);
    await onServer(url, `vacuum analyze ${table}`);
  }
}
