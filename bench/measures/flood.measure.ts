import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchServer } from "../bench-server.ts";
import { startComparison } from "../comparison.ts";
import { atMost, exactly, type Finding, type Measured } from "../finding.ts";
import type { FloodAnswer } from "../flood.process.ts";
import { type Answer, call } from "../http-call.ts";
import { percentile } from "../statistics.rule.ts";

const atOnce = 500;
const waves = 6;
const pauseMillis = 20;

/** Requests other pages of the same server repeatedly during the flood. */
interface OtherVisitor {
  what: string;
  ask(port: number): Promise<Answer>;
}

const otherVisitor = (what: string, path: string): OtherVisitor => ({
  what,
  ask: async (port) => {
    const answer = await call({ port, path, headers: { "accept-encoding": "gzip" } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} in a flood`);
    return answer;
  },
});

/**
 * 500 concurrent sign-ins at one server, in waves, during other requests; before it the same at a bare server,
 * during the same requests.
 */
export async function measureFlood({ servers, postgresUrl }: BenchServer): Promise<Measured> {
  const { port } = servers[0];
  const otherVisitors = [
    otherVisitor("/health/live under it", "/health/live"),
    otherVisitor("the login page under it", "/"),
    otherVisitor("a script of the page under it", await scriptOf(port)),
  ];
  const bare = await startComparison("bare503", postgresUrl);
  const { answers: bareAnswers } = await flood(bare.port, { otherVisitors, beside: port });
  bare.stop();
  const bareP95 = percentile(millisOf(bareAnswers), 0.95);
  const { answers, times } = await flood(port, { otherVisitors, beside: port });

  const busy = answers.filter(({ status }) => status === 503);
  // Answers are in the order of the waves; the first wave runs before JIT compilation.
  const [firstWave, laterWaves] = [answers.slice(0, atOnce), answers.slice(atOnce)].map((part) =>
    millisOf(part.filter(({ status }) => status === 503)),
  ) as [number[], number[]];
  const silent = busy.filter(({ retryAfter }) => !(retryAfter > 0)).length;
  const ratio = percentile(millisOf(busy), 0.95) / bareP95;
  const other = answers.filter(({ status }) => status !== 503 && status !== 302).length;
  return {
    title: `A-104 a flood of ${atOnce} sign-ins at once, ${waves} waves at one server`,
    findings: [
      { what: "a bare server's 503, p95", value: bareP95, unit: "ms" },
      ...findingsOf("a sign-in turned away", { millis: millisOf(busy) }),
      { what: "… beside the bare server, p95", value: ratio, unit: "×", target: atMost(1.5, ratio) },
      { what: "… in the first wave, p95", value: percentile(firstWave, 0.95), unit: "ms" },
      { what: "… in later waves, p95", value: percentile(laterWaves, 0.95), unit: "ms" },
      ...otherVisitors.flatMap(({ what }, index) =>
        findingsOf(what, { targetMillis: 100, millis: times[index] ?? [] }),
      ),
      { what: "sign-ins answered", value: answers.length - busy.length, unit: "" },
      { what: "sign-ins turned away (503)", value: busy.length, unit: "" },
      { what: "turned away without retry-after", value: silent, unit: "", target: exactly(0, silent) },
      { what: "any other answer", value: other, unit: "", target: exactly(0, other) },
    ],
  };
}

/** Answers of a flood at one server, and the times of the other visitors at the server beside it. */
async function flood(port: number, { otherVisitors, beside }: { otherVisitors: OtherVisitor[]; beside: number }) {
  const child = fork(join(import.meta.dirname, "../flood.process.ts"), [port, waves, atOnce].map(String));
  let isOver = false;
  const asking = otherVisitors.map(async ({ ask }) => {
    const millis: number[] = [];
    for (; !isOver; await pause(pauseMillis)) millis.push((await ask(beside)).millis);
    return millis;
  });
  const [answers] = (await once(child, "message")) as [FloodAnswer[]];
  isOver = true;
  return { answers, times: await Promise.all(asking) };
}

const millisOf = (answers: readonly FloodAnswer[]) => answers.map(({ millis }) => millis);

/** URL of the first script of the login page. */
async function scriptOf(port: number): Promise<string> {
  const page = (await call({ port, path: "/" })).text();
  const path = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (path === undefined) throw new Error("the login page names no script");
  return path;
}

function findingsOf(
  what: string,
  { targetMillis, millis }: { targetMillis?: number; millis: readonly number[] },
): Finding[] {
  const p95 = percentile(millis, 0.95);
  return [
    { what: `${what}, p50`, value: percentile(millis, 0.5), unit: "ms", note: `${millis.length} samples` },
    { what: `${what}, p95`, value: p95, unit: "ms", ...(targetMillis && { target: atMost(targetMillis, p95) }) },
    { what: `${what}, slowest`, value: percentile(millis, 1), unit: "ms" },
  ];
}
