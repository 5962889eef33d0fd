import type { BenchServer } from "../bench-server.ts";
import { call, formType, type HttpResponse } from "../http-call.ts";
import { repeatFor } from "../in-parallel.ts";
import { comparisonPeople, password, personOf } from "../people.ts";
import { signIn } from "../sign-in.ts";
import { type RunningComparison, startComparison } from "./comparison.ts";
import { atLeast, atMost, type MeasureResult, metric } from "./metric.ts";
import { latencyMetrics, percentile } from "./statistics.rule.ts";

const atOnce = 16;
const rounds = 2;
const roundMillis = 5000;
const warmUpMillis = 5000;

interface SignInVariant {
  name: string;
  /** Signs one person in. */
  send(): Promise<HttpResponse>;
  isExpected(response: HttpResponse): boolean;
}

interface Measurement {
  /** Expected answers a second, by round. */
  rates: number[];
  millis: number[];
}

/**
 * Compares sign-ins at one server with the hash alone, which is the upper limit, a bare route and better-auth, in
 * turns.
 */
export async function measureSignIn(benchServer: BenchServer): Promise<MeasureResult> {
  const kinds = ["hash", "bareRoute", "betterAuth"] as const;
  const comparisons: RunningComparison[] = [];
  for (const kind of kinds) comparisons.push(await startComparison(kind, benchServer.postgresUrl));
  const [hash, bareRoute, betterAuth] = comparisons as [RunningComparison, RunningComparison, RunningComparison];
  try {
    return resultOf(await runRounds(variantsOf(benchServer, { bareRoute, betterAuth }), hash));
  } finally {
    for (const comparison of comparisons) comparison.stop();
  }
}

function variantsOf(
  { servers, nextHolder }: BenchServer,
  { bareRoute, betterAuth }: Record<"bareRoute" | "betterAuth", RunningComparison>,
): SignInVariant[] {
  const { port } = servers[0];
  let serial = 0;
  const account = () => personOf("holder", serial++ % comparisonPeople).email;
  const holder = () => personOf("holder", nextHolder()).email;
  const isSignedIn = ({ status, headers }: HttpResponse) => status < 400 && headers["set-cookie"] !== undefined;
  return [
    {
      name: "bare route (reads a row, verifies the hash, inserts a session)",
      send: () => postForm(bareRoute.port, { username: account(), password }),
      isExpected: isSignedIn,
    },
    {
      name: "better-auth with the same hash",
      send: () => postJson(betterAuth.port, { email: account(), password }),
      isExpected: isSignedIn,
    },
    { name: "correct password", send: () => signIn(port, { username: holder(), password }), isExpected: isSignedIn },
    {
      name: "wrong password",
      send: () => signIn(port, { username: holder(), password: "Not-The-One-1" }),
      isExpected: ({ status }) => status === 302,
    },
    {
      name: "unknown user name",
      send: () => signIn(port, { username: `unknown${serial++}@courrier.example`, password }),
      isExpected: ({ status }) => status === 302,
    },
  ];
}

interface Rounds {
  hashRates: number[];
  measured: ReadonlyMap<string, Measurement>;
  /** Number of responses with 503. */
  rejected: number;
}

async function runRounds(variants: readonly SignInVariant[], hash: RunningComparison): Promise<Rounds> {
  const hashRates: number[] = [];
  const measured = new Map(variants.map(({ name }) => [name, { rates: [], millis: [] } as Measurement]));
  let rejected = 0;
  for (const { send } of variants) await repeatFor({ millis: warmUpMillis, atOnce }, send);
  for (let round = 0; round < rounds; round += 1) {
    hashRates.push(await hashRate(hash.port));
    for (const { name, send, isExpected } of variants) {
      const { results, rate } = await repeatFor({ millis: roundMillis, atOnce }, send);
      const finished = results.filter(isExpected);
      rejected += results.filter(({ status }) => status === 503).length;
      const other = results.find((response) => response.status !== 503 && !isExpected(response));
      if (other) throw new Error(`${name}: answered ${other.status} ${other.headers.location}`);
      measured.get(name)?.rates.push((rate * finished.length) / results.length);
      measured.get(name)?.millis.push(...finished.map(({ millis }) => millis));
    }
  }
  return { hashRates, measured, rejected };
}

function resultOf({ hashRates, measured, rejected }: Rounds): MeasureResult {
  const limit = mean(hashRates);
  const rateOf = (name: string) => mean(measured.get(name)?.rates ?? []);
  const relativeTo = (reference: string, rate: number, name: string, least: number) =>
    metric(`${name}, throughput relative to ${reference}`, rateOf(name) / rate, "×", { target: atLeast(least) });
  const correctMillis = measured.get("correct password")?.millis ?? [];
  const spread = percentile(correctMillis, 0.99) / percentile(correctMillis, 0.5);
  return {
    title: `Sign-in, ${atOnce} concurrent people, one server`,
    metrics: [
      metric("the hash alone, throughput", limit, "1/s"),
      ...[...measured].flatMap(([name, { millis }]) => [
        metric(`${name}, throughput`, rateOf(name), "1/s", {
          note: `${(rateOf(name) / limit).toFixed(2)} relative to the hash alone`,
        }),
        ...latencyMetrics(name, millis),
      ]),
      relativeTo("the hash alone", limit, "correct password", 0.68),
      relativeTo("better-auth", rateOf("better-auth with the same hash"), "correct password", 0.9),
      relativeTo("the hash alone", limit, "wrong password", 0.75),
      relativeTo("the hash alone", limit, "unknown user name", 0.75),
      metric("rejected (503)", rejected, ""),
      metric("correct password, latency p99 relative to p50", spread, "×", { target: atMost(3) }),
    ],
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function hashRate(port: number): Promise<number> {
  const response = await call({ port, path: `/?millis=${roundMillis}` });
  return (Number(response.text()) / response.millis) * 1000;
}

const postForm = (port: number, form: Record<string, string>) =>
  call({ port, path: "/", method: "POST", headers: formType, body: new URLSearchParams(form).toString() });

const postJson = (port: number, body: object) =>
  call({
    port,
    path: "/api/auth/sign-in/email",
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify(body),
  });
