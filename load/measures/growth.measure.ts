import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { onServer } from "../../test/postgres.setup.ts";
import { type BenchServer, openBenchServer } from "../bench-server.ts";
import { importPeople } from "../import-people.ts";
import { inParallel, times } from "../in-parallel.ts";
import { personOf, writePeople } from "../people.ts";
import { Registrant } from "../registrant.ts";
import { signInNextHolder } from "../sign-in.ts";
import { emailEndpoint } from "./compare-unknown-users.ts";
import { atMost, type MeasureResult, type Metric, metric } from "./metric.ts";
import { percentile } from "./statistics.rule.ts";

const few = 10_000;
const many = 1_000_000;
const rounds = 6;
const callsInRound = 40;
const atOnce = 2;

const forgot = emailEndpoint(recoveryEndpoints.reset);
/** Each sends one call and returns its latency in milliseconds. */
const calls = {
  identify: async (benchServer: BenchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.toIdentification();
    return (await registrant.call("identify", { body: { email: registrant.person.email } })).millis;
  },
  "sign-in": async (benchServer: BenchServer) => (await signInNextHolder(benchServer)).millis,
  reset: async (benchServer: BenchServer) =>
    (await forgot.send(benchServer.nextPort(), personOf("holder", benchServer.nextHolder()).email)).millis,
};

/**
 * Compares the latency of calls with few people in the database and with a hundred times as many. The few are imported;
 * the many are copies of them, made in PostgreSQL. Later measures use the database with many people.
 */
export async function measureGrowth({ folder, dataDir }: { folder: string; dataDir: string }): Promise<MeasureResult> {
  const smallFolder = join(folder, "few");
  mkdirSync(smallFolder);
  const files = await writePeople(smallFolder, { visitors: 0, holders: few });
  for (const to of [join(smallFolder, "data"), dataDir]) await importPeople({ dataDir: to, files });
  const startedAt = performance.now();
  await copyPeople(dataDir, { copies: many / few - 1 });
  const seconds = (performance.now() - startedAt) / 1000;
  const people = { visitors: (rounds + 1) * callsInRound, holders: 2 * (rounds + 1) * callsInRound };
  const benchServers = [
    await openBenchServer({ folder: smallFolder, dataDir: join(smallFolder, "data"), ...people }),
    await openBenchServer({ folder, dataDir, ...people }),
  ];
  const metrics: Metric[] = [];
  try {
    for (const [name, send] of Object.entries(calls)) {
      const samples: [number[], number[]] = [[], []];
      // The first round runs before JIT compilation.
      for (let round = 0; round <= rounds; round += 1)
        for (const [index, benchServer] of benchServers.entries()) {
          const millis = await inParallel(times(callsInRound), { atOnce }, () => send(benchServer));
          if (round > 0) samples[index]?.push(...millis);
        }
      const p95WithFew = percentile(samples[0], 0.95);
      const p95WithMany = percentile(samples[1], 0.95);
      metrics.push(
        metric(`${name} with ${few} people, latency p95`, p95WithFew, "ms", { note: `${samples[0].length} samples` }),
        metric(`${name} with ${many} people, latency p95`, p95WithMany, "ms"),
        metric(`${name}, latency p95 with ${many} people relative to ${few}`, p95WithMany / p95WithFew, "×", {
          target: atMost(1.2),
        }),
      );
    }
  } finally {
    for (const benchServer of benchServers) await benchServer.close();
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
async function copyPeople(dataDir: string, { copies }: { copies: number }): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, lifetime: "kept" });
  try {
    for (const [table, values] of Object.entries<Record<string, string>>(copiedColumns)) {
      const columns = `select column_name as name from information_schema.columns where table_name = '${table}'`;
      const names = (await onServer(postgres.url, columns)).map(({ name }) => String(name));
      const copy = names.map((name) => values[name] ?? name);
      await onServer(
        postgres.url,
        `insert into ${table} (${names}) select ${copy} from ${table}, generate_series(1, ${copies}) n`,
      );
      await onServer(postgres.url, `vacuum analyze ${table}`);
    }
  } finally {
    await postgres.stop();
  }
}
