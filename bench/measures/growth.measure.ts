import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { type BenchServer, openBenchServer } from "../bench-server.ts";
import { atMost, exactly, type Finding, type Measured } from "../finding.ts";
import { inParallel, times } from "../in-parallel.ts";
import { emailEndpoint } from "../known-and-unknown.ts";
import { accountsOf, bookOf, password, personOf } from "../people.ts";
import { Registrant } from "../registrant.ts";
import { memoryOf, runVestibule } from "../server-process.ts";
import { rightSignIn } from "../sign-in.ts";
import { percentile } from "../statistics.rule.ts";

const [few, many] = [10_000, 1_000_000];
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
 * Imports of policies and accounts by the command line, and calls beside a hundred times as many people. Later measures
 * use the database with many people.
 */
export async function measureGrowth({ folder, dataDir }: { folder: string; dataDir: string }): Promise<Measured> {
  const small = join(folder, "few");
  mkdirSync(small);
  await importPeople({ folder: small, dataDir: join(small, "data"), people: few });
  const imports = await importPeople({ folder, dataDir, people: many });
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
      const [beforeP95, afterP95] = [percentile(lists[0], 0.95), percentile(lists[1], 0.95)];
      const ratio = afterP95 / beforeP95;
      findings.push(
        { what: `${name} beside ${few} people, p95`, value: beforeP95, unit: "ms", note: `${lists[0].length} samples` },
        { what: `${name} beside ${many} people, p95`, value: afterP95, unit: "ms" },
        { what: `${name}, many beside few, p95`, value: ratio, unit: "×", bar: atMost(1.2, ratio) },
      );
    }
  } finally {
    for (const benchServer of beside) await benchServer.close();
  }
  return {
    title: `Import of ${many} policies and accounts, and calls beside them`,
    findings: [...imports, ...findings],
  };
}

async function importPeople(order: { folder: string; dataDir: string; people: number }): Promise<Finding[]> {
  const { folder, dataDir, people } = order;
  const passwordHash = await hashingPool().hash(password);
  const files = {
    policies: bookOf([{ group: "book", people }]),
    accounts: accountsOf({ group: "book", people, passwordHash }),
  };
  const findings: Finding[] = [];
  for (const [kind, text] of Object.entries(files)) {
    const file = join(folder, `${kind}.csv`);
    await writeFile(file, text);
    const { seconds, mostMegabytes, added } = await importFile({ kind, file, dataDir });
    findings.push(
      { what: `import of ${kind}`, value: people / seconds, unit: "rows/s", note: `${seconds.toFixed(0)} s` },
      { what: `${kind} added`, value: added, unit: "rows", bar: exactly(people, added) },
      { what: `import of ${kind}, most memory`, value: mostMegabytes, unit: "MB", bar: atMost(300, mostMegabytes) },
    );
  }
  return findings;
}

async function importFile({ kind, file, dataDir }: { kind: string; file: string; dataDir: string }) {
  const began = performance.now();
  const child = runVestibule([kind, "import", file], { DATA_DIR: dataDir });
  let [output, mostMegabytes] = ["", Number.NaN];
  const collect = (piece: Buffer) => {
    output += piece;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const watch = setInterval(() => {
    const { mostMegabytes: seen } = memoryOf(child);
    if (!Number.isNaN(seen)) mostMegabytes = seen;
  }, 50);
  const [exitCode] = await once(child, "exit");
  clearInterval(watch);
  if (exitCode !== 0) throw new Error(`the import ended with ${exitCode}: ${output}`);
  const added = Number(output.match(/(\d+) added/)?.[1] ?? 0);
  return { seconds: (performance.now() - began) / 1000, mostMegabytes, added };
}
