import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { atMost, exactly, type Finding, type Measured } from "../finding.ts";
import type { House } from "../house.ts";
import { type Answer, call } from "../http-call.ts";
import { signIn } from "../sign-in.ts";
import { percentile } from "../statistics.rule.ts";

const atOnce = 500;
const waves = 6;
const pauseMillis = 20;

/** Somebody else at the same server; asked again and again while the flood lasts. */
interface Bystander {
  what: string;
  slowestMillis: number;
  ask(port: number): Promise<Answer>;
  /** Whether an answer counts; throws for one that must not be. */
  counts(answer: Answer): boolean;
}

const page = (path: string): Bystander => ({
  what: `${path} meanwhile`,
  slowestMillis: 100,
  ask: (port) => call({ port, path }),
  counts: ({ status }) => {
    if (status !== 200) throw new Error(`${path} answered ${status} in a flood`);
    return true;
  },
});
const bystanders: Bystander[] = [
  page("/health/live"),
  page("/"),
  {
    what: "one more sign-in turned away",
    slowestMillis: 50,
    ask: (port) => signIn(port, { username: "bystander@courrier.example", password: "Not-The-One-1" }),
    counts: ({ status }) => status === 503,
  },
];

/** 500 sign-ins at once at one server, wave after wave, while others ask it for other things. */
export async function measureFlood({ servers }: House): Promise<Measured> {
  const { port } = servers[0];
  const worker = new Worker(join(import.meta.dirname, "../flood.worker.ts"), { workerData: { port, waves, atOnce } });
  let over = false;
  const asking = bystanders.map(async ({ ask, counts }) => {
    const millis: number[] = [];
    while (!over) {
      const answer = await ask(port);
      if (counts(answer)) millis.push(answer.millis);
      await pause(pauseMillis);
    }
    return millis;
  });
  const [answers] = (await once(worker, "message")) as [{ status: number; retryAfter: string | undefined }[]];
  over = true;
  const times = await Promise.all(asking);

  const busy = answers.filter(({ status }) => status === 503);
  const silent = busy.filter(({ retryAfter }) => !(Number(retryAfter) > 0)).length;
  const other = answers.filter(({ status }) => status !== 503 && status !== 302).length;
  return {
    title: `A-104 a flood of ${atOnce} sign-ins at once, ${waves} waves at one server`,
    findings: [
      ...bystanders.flatMap((bystander, index) => findingsOf(bystander, times[index] ?? [])),
      { what: "sign-ins answered", value: answers.length - busy.length, unit: "" },
      { what: "sign-ins turned away (503)", value: busy.length, unit: "" },
      { what: "turned away without retry-after", value: silent, unit: "", bar: exactly(0, silent) },
      { what: "any other answer", value: other, unit: "", bar: exactly(0, other) },
    ],
  };
}

function findingsOf({ what, slowestMillis }: Bystander, millis: readonly number[]): Finding[] {
  const p95 = percentile(millis, 0.95);
  return [
    { what: `${what}, p50`, value: percentile(millis, 0.5), unit: "ms", note: `${millis.length} samples` },
    { what: `${what}, p95`, value: p95, unit: "ms", bar: atMost(slowestMillis, p95) },
    { what: `${what}, slowest`, value: percentile(millis, 1), unit: "ms" },
  ];
}
