import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { onServer } from "../../test/postgres.setup.ts";
import { type BenchServer, openBenchServer } from "../bench-server.ts";
import { atMost, type Finding, type Measured } from "../finding.ts";
import { importPeople } from "../import-people.ts";
import { inParallel, times } from "../in-parallel.ts";
import { emailEndpoint } from "../known-and-unknown.ts";
import { personOf, writePeople } from "../people.ts";
import { Registrant } from "../registrant.ts";
import { rightSignIn } from "../sign-in.ts";
import { percentile } from "../statistics.rule.ts";

const few = 10_000;
const many = 1_000_000;
const rounds = 6;
const callsInRound = 40;
const atOnce = 2;

const forgot = emailEndpoint(recoveryEndpoints.reset);
/** Milliseconds of one call of each kind. */
const calls = {
  identify: async (benchServer: BenchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.call("start");
    await registrant.call("accountType", { body: { accountType: "policyHolder" } });
    return (await registrant.call("identify", { body: { email: registrant.person.email } })).millis;
  },
  "sign-in": async (benchServer: BenchServer) => (await rightSignIn(benchServer)).millis,
  reset: async (benchServer: BenchServer) =>
    (await forgot.send(benchServer.nextPort(), personOf("holder", benchServer.nextHolder()).email)).millis,
};

/**
 * Calls beside few and beside a hundred times as many people. The few are imported; the many are copies of them, made in
 * PostgreSQL. Later measures use the database with many people.
 */
export async function measureGrowth({ folder, dataDir }: { folder: string; dataDir: string }): Promise<Measured> {
  const small = join(folder, "few");
  mkdirSync(small);
  const files = await writePeople(small, { visitors: 0, holders: few });
  for (const to of [join(small, "data"), dataDir]) await importPeople({ dataDir: to, files });
  const began = performance.now();
  await copyPeople(dataDir, { copies: many / few - 1 });
  const seconds = (performance.now() - began) / 1000;
  const people = { visitors: (rounds + 1) * callsInRound, holders: 2 * (rounds + 1) * callsInRound };
  const beside = [
    await openBenchServer({ folder: small, dataDir: join(small, "data"), ...people }),
    await openBenchServer({ folder, dataDir, ...people }),
  ];
  const findings: Finding[] = [];
  try {
    for (const [name, ask] of Object.entries(calls)) {
      const lists: [number[], number[]] = [[], []];
      // The first round runs before JIT compilation.
      for (let round = 0; round <= rounds; round += 1)
        for (const [index, benchServer] of beside.entries()) {
          const millis = await inParallel(times(callsInRound), { atOnce }, () => ask(benchServer));
          if (round > 0) lists[index]?.push(...millis);
        }
      const beforeP95 = percentile(lists[0], 0.95);
      const afterP95 = percentile(lists[1], 0.95);
      const ratio = afterP95 / beforeP95;
      findings.push(
        { what: `${name} beside ${few} people, p95`, value: beforeP95, unit: "ms", note: `${lists[0].length} samples` },
        { what: `${name} beside ${many} people, p95`, value: afterP95, unit: "ms" },
        { what: `${name}, many beside few, p95`, value: ratio, unit: "×", target: atMost(1.2, ratio) },
      );
    }
  } finally {
    for (const benchServer of beside) await benchServer.close();
  }
  return {
    title: `Growth from ${few} to ${many} policies and accounts`,
    findings: [...findings, { what: "copying the people took", value: seconds, unit: "s" }],
  };
}

/** A copy's value of each column that identifies a row, a person or an account. `n` is the number of the copy. */
const copied = {
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
  },
  account_policy: { account_id: "md5(n || account_id::text)::uuid", policy_number: "n || policy_number" },
  password_history: { account_id: "md5(n || account_id::text)::uuid" },
} as const satisfies Record<string, Record<string, string>>;

/** Adds copies of every policy and account, each of another person. */
async function copyPeople(dataDir: string, { copies }: { copies: number }): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, lifetime: "kept" });
  try {
    for (const [table, values] of Object.entries<Record<string, string>>(copied)) {
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
