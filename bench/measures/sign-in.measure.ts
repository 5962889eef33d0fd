import type { BenchServer } from "../bench-server.ts";
import { type RunningComparison, startComparison } from "../comparison.ts";
import { atLeast, atMost, type Finding, type Measured } from "../finding.ts";
import { type Answer, call, formType } from "../http-call.ts";
import { repeatFor } from "../in-parallel.ts";
import { comparisonPeople, password, personOf } from "../people.ts";
import { signIn } from "../sign-in.ts";
import { percentile, percentiles } from "../statistics.rule.ts";

const atOnce = 16;
const rounds = 2;
const roundMillis = 5000;
const warmUpMillis = 5000;

interface Contestant {
  what: string;
  /** The answer of one finished sign-in. */
  ask(): Promise<Answer>;
  isExpected(answer: Answer): boolean;
}

interface Measurement {
  /** Expected answers a second, by round. */
  rates: number[];
  millis: number[];
}

/** Sign-ins at one server beside the limit that the password hash sets, a bare route and better-auth, in turns. */
export async function measureSignIn(benchServer: BenchServer): Promise<Measured> {
  const kinds = ["hash", "bareRoute", "betterAuth"] as const;
  const comparisons: RunningComparison[] = [];
  for (const kind of kinds) comparisons.push(await startComparison(kind, benchServer.postgresUrl));
  const [hash, bareRoute, betterAuth] = comparisons as [RunningComparison, RunningComparison, RunningComparison];
  try {
    return describe(await runRounds(contestantsOf(benchServer, { bareRoute, betterAuth }), hash));
  } finally {
    for (const comparison of comparisons) comparison.stop();
  }
}

function contestantsOf(
  { servers, nextHolder }: BenchServer,
  { bareRoute, betterAuth }: Record<"bareRoute" | "betterAuth", RunningComparison>,
): Contestant[] {
  const { port } = servers[0];
  let serial = 0;
  const account = () => personOf("holder", serial++ % comparisonPeople).email;
  const holder = () => personOf("holder", nextHolder()).email;
  const isSignedIn = ({ status, headers }: Answer) => status < 400 && headers["set-cookie"] !== undefined;
  return [
    {
      what: "a bare route: one row, the hash, a session row",
      ask: () => postForm(bareRoute.port, { username: account(), password }),
      isExpected: isSignedIn,
    },
    {
      what: "better-auth with the same hash",
      ask: () => postJson(betterAuth.port, { email: account(), password }),
      isExpected: isSignedIn,
    },
    { what: "right password", ask: () => signIn(port, { username: holder(), password }), isExpected: isSignedIn },
    {
      what: "wrong password",
      ask: () => signIn(port, { username: holder(), password: "Not-The-One-1" }),
      isExpected: ({ status }) => status === 302,
    },
    {
      what: "unknown name",
      ask: () => signIn(port, { username: `unknown${serial++}@courrier.example`, password }),
      isExpected: ({ status }) => status === 302,
    },
  ];
}

interface Rounds {
  hashRates: number[];
  measured: ReadonlyMap<string, Measurement>;
  /** Answers of 503. */
  refused: number;
}

async function runRounds(contestants: readonly Contestant[], hash: RunningComparison): Promise<Rounds> {
  const hashRates: number[] = [];
  const measured = new Map(contestants.map(({ what }) => [what, { rates: [], millis: [] } as Measurement]));
  let refused = 0;
  for (const { ask } of contestants) await repeatFor({ millis: warmUpMillis, atOnce }, ask);
  for (let round = 0; round < rounds; round += 1) {
    hashRates.push(await hashRate(hash.port));
    for (const { what, ask, isExpected } of contestants) {
      const { results, rate } = await repeatFor({ millis: roundMillis, atOnce }, ask);
      const finished = results.filter(isExpected);
      refused += results.filter(({ status }) => status === 503).length;
      const other = results.find((answer) => answer.status !== 503 && !isExpected(answer));
      if (other) throw new Error(`${what}: answered ${other.status} ${other.headers.location}`);
      measured.get(what)?.rates.push((rate * finished.length) / results.length);
      measured.get(what)?.millis.push(...finished.map(({ millis }) => millis));
    }
  }
  return { hashRates, measured, refused };
}

function describe({ hashRates, measured, refused }: Rounds): Measured {
  const limit = mean(hashRates);
  const rateOf = (what: string) => mean(measured.get(what)?.rates ?? []);
  const ratio = (what: string, beside: string, value: number, least: number): Finding => ({
    what: `${what}, beside ${beside}`,
    value,
    unit: "×",
    target: atLeast(least, value),
  });
  const right = measured.get("right password")?.millis ?? [];
  const spread = percentile(right, 0.99) / percentile(right, 0.5);
  return {
    title: `Sign-in, ${atOnce} people at once at one server`,
    findings: [
      { what: "the hash alone", value: limit, unit: "1/s" },
      ...[...measured].flatMap(([what, { millis }]) => [
        { what, value: rateOf(what), unit: "1/s", note: `${(rateOf(what) / limit).toFixed(2)} of the hash alone` },
        ...percentiles(what, millis),
      ]),
      ratio("right password", "the hash alone", rateOf("right password") / limit, 0.85),
      ratio("right password", "better-auth", rateOf("right password") / rateOf("better-auth with the same hash"), 1.25),
      ratio("wrong password", "the hash alone", rateOf("wrong password") / limit, 0.75),
      ratio("unknown name", "the hash alone", rateOf("unknown name") / limit, 0.75),
      { what: "turned away as too many", value: refused, unit: "" },
      { what: "right password, p99 beside p50", value: spread, unit: "×", target: atMost(3, spread) },
    ],
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function hashRate(port: number): Promise<number> {
  const answer = await call({ port, path: `/?millis=${roundMillis}` });
  return (Number(answer.text()) / answer.millis) * 1000;
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
