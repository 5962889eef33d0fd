import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { databaseUrl, onServer } from "../../test/postgres.setup.ts";
import { repeatFor } from "../generator.ts";
import { call, formType, type HttpResponse } from "../http.ts";
import { comparisonPeople, password, personOf } from "../people.ts";
import { nextHolderOf, signIn, wrongPassword } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { Comparison } from "./comparison.process.ts";
import { atLeast, atMost, latencyMetrics, type MeasureResult, metric } from "./metric.ts";
import { percentile } from "./statistics.rule.ts";

const atOnce = 16;
const rounds = 2;
const roundMillis = 5000;
const warmUpMillis = 5000;

interface Variant {
  /** Signs one person in. */
  send(): Promise<HttpResponse>;
  isExpected(response: HttpResponse): boolean;
  /** Expected responses a second, by round. */
  rates: number[];
  millis: number[];
}

/**
 * Compares sign-ins at one server with the hash alone, which is the upper limit, a bare route and better-auth, in
 * turns.
 */
export async function measureSignIn(portal: Portal): Promise<MeasureResult> {
  await using comparisons = new AsyncDisposableStack();
  const start = async (kind: Comparison) =>
    comparisons.adopt(await startComparison(kind, portal.postgresUrl), ({ stop }) => stop());
  const hash = await start("hash");
  const variants = variantsOf(portal, await start("bareRoute"), await start("betterAuth"));
  const hashRates: number[] = [];
  let rejected = 0;
  for (const { send } of Object.values(variants)) await repeatFor({ millis: warmUpMillis, atOnce }, send);
  for (let round = 0; round < rounds; round += 1) {
    const response = await call({ port: hash.port, path: `/?millis=${roundMillis}` });
    hashRates.push((Number(response.text()) / response.millis) * 1000);
    for (const [name, { send, isExpected, rates, millis }] of Object.entries(variants)) {
      const { results, rate } = await repeatFor({ millis: roundMillis, atOnce }, send);
      const finished = results.filter(isExpected);
      rejected += results.filter(({ status }) => status === 503).length;
      const other = results.find((response) => response.status !== 503 && !isExpected(response));
      if (other) throw new Error(`${name}: answered ${other.status} ${other.headers.location}`);
      rates.push((rate * finished.length) / results.length);
      millis.push(...finished.map((response) => response.millis));
    }
  }

  const limit = mean(hashRates);
  const relative = (name: keyof typeof variants, reference: string, referenceRate: number, least: number) => {
    const ratio = mean(variants[name].rates) / referenceRate;
    return metric(`${name}, throughput relative to ${reference}`, ratio, "×", { target: atLeast(least) });
  };
  const { millis: correctMillis } = variants["correct password"];
  const spread = percentile(correctMillis, 0.99) / percentile(correctMillis, 0.5);
  return {
    title: `Sign-in, ${atOnce} concurrent people, one server`,
    metrics: [
      metric("the hash alone, throughput", limit, "1/s"),
      ...Object.entries(variants).flatMap(([name, { rates, millis }]) => [
        metric(`${name}, throughput`, mean(rates), "1/s", {
          note: `${(mean(rates) / limit).toFixed(2)} relative to the hash alone`,
        }),
        ...latencyMetrics(name, millis),
      ]),
      relative("correct password", "the hash alone", limit, 0.68),
      relative("correct password", "better-auth", mean(variants["better-auth with the same hash"].rates), 0.9),
      relative("wrong password", "the hash alone", limit, 0.75),
      relative("unknown user name", "the hash alone", limit, 0.75),
      metric("rejected (503)", rejected, ""),
      metric("correct password, latency p99 relative to p50", spread, "×", { target: atMost(3) }),
    ],
  };
}

function variantsOf(portal: Portal, bareRoute: { port: number }, betterAuth: { port: number }) {
  const { port } = portal.servers[0];
  let serial = 0;
  const account = () => personOf("holder", serial++ % comparisonPeople).email;
  const isSignedIn = ({ status, headers }: HttpResponse) => status < 400 && headers["set-cookie"] !== undefined;
  const isRedirect = ({ status }: HttpResponse) => status === 302;
  const variant = (send: Variant["send"], isExpected = isSignedIn): Variant => ({
    send,
    isExpected,
    rates: [],
    millis: [],
  });
  return {
    "bare route (reads a row, verifies the hash, inserts a session)": variant(() => {
      const body = new URLSearchParams({ username: account(), password }).toString();
      return call({ port: bareRoute.port, path: "/", method: "POST", headers: formType, body });
    }),
    "better-auth with the same hash": variant(() => {
      const headers = { "content-type": "application/json", origin: "http://localhost" };
      const body = JSON.stringify({ email: account(), password });
      return call({ port: betterAuth.port, path: "/api/auth/sign-in/email", method: "POST", headers, body });
    }),
    "correct password": variant(() => signIn(port, nextHolderOf(portal))),
    "wrong password": variant(() => signIn(port, nextHolderOf(portal), { typed: wrongPassword }), isRedirect),
    "unknown user name": variant(() => signIn(port, `unknown${serial++}@courrier.example`), isRedirect),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Starts a server to compare the product with, over a new, empty database. */
async function startComparison(kind: Comparison, postgresUrl: string): Promise<{ port: number; stop(): void }> {
  const name = `comparison_${kind.toLowerCase()}`;
  await onServer(postgresUrl, `drop database if exists ${name} with (force)`);
  await onServer(postgresUrl, `create database ${name}`);
  const env = { ...process.env, NODE_ENV: "production", UV_THREADPOOL_SIZE: String(availableParallelism() * 2 + 4) };
  const args = [kind, databaseUrl(postgresUrl, name)];
  const child = fork(join(import.meta.dirname, "comparison.process.ts"), args, { env });
  const exited = once(child, "exit").then(() => Promise.reject(new Error(`${kind} exited before it was ready`)));
  const [port] = await Promise.race([once(child, "message"), exited]);
  exited.catch(() => {});
  return { port, stop: () => void child.kill() };
}
