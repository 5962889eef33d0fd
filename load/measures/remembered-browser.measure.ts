import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { trustedDeviceName } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { sql } from "kysely";
import { startServer } from "../../test/server-process.ts";
import type { BenchServer } from "../bench-server.ts";
import { repeatFor } from "../in-parallel.ts";
import { password, personOf } from "../people.ts";
import { isSignedIn, signIn } from "../sign-in.ts";
import { atLeast, type MeasureResult, metric } from "./metric.ts";
import { latencyMetrics, median } from "./statistics.rule.ts";

const browserCount = 64;
const atOnce = 16;
const pairs = 5;
const roundMillis = 4000;
const settleMillis = 1000;

/** A person in a browser that the portal remembers: it needs no second proof. */
interface RememberedBrowser {
  username: string;
  cookie: string;
}

type Measurement = () => Promise<Round>;

interface Round {
  rate: number;
  millis: number[];
}

/**
 * Compares sign-ins in a remembered browser at a server that asks for a second proof in new browsers with the same
 * sign-ins at one that never asks, in pairs.
 */
export async function measureRememberedBrowsers(
  benchServer: BenchServer,
  { folder, dataDir }: { folder: string; dataDir: string },
): Promise<MeasureResult> {
  const browsers = await rememberBrowsers(benchServer);
  const asking = await startServer({
    dataDir,
    settings: { SECOND_FACTOR: "newBrowser" },
    logFile: join(folder, "asking.log"),
  });
  try {
    const [never, newBrowser] = [benchServer.servers[0], asking].map(
      ({ port }) =>
        () =>
          signInRepeatedly(port, browsers),
    ) as [Measurement, Measurement];
    // The first pair warms both up.
    const rounds = (await measurePairs(never, newBrowser, pairs + 1)).slice(1);
    return {
      title: `Sign-in in a remembered browser, ${atOnce} concurrent people, one server, ${pairs} pairs`,
      metrics: [
        metric("second proof never asked, throughput", median(rounds.map(({ never }) => never.rate)), "1/s"),
        metric("asked in new browsers, throughput", median(rounds.map(({ newBrowser }) => newBrowser.rate)), "1/s"),
        ...latencyMetrics(
          "asked in new browsers",
          rounds.flatMap(({ newBrowser }) => newBrowser.millis),
        ),
        metric(
          "asked in new browsers, throughput relative to never, median of the pairs",
          median(rounds.map(({ never, newBrowser }) => newBrowser.rate / never.rate)),
          "×",
          { target: atLeast(0.95) },
        ),
      ],
    };
  } finally {
    await asking.end();
  }
}

/** Measures pairs, each in the other order than the one before. */
async function measurePairs(never: Measurement, newBrowser: Measurement, count: number) {
  const measured: { never: Round; newBrowser: Round }[] = [];
  for (let pair = 0; pair < count; pair += 1) {
    if (pair % 2 === 0) measured.push({ never: await never(), newBrowser: await newBrowser() });
    else measured.push({ newBrowser: await newBrowser(), never: await never() });
  }
  return measured;
}

/** Signs people in once, each in a browser of their own, and has their accounts remember it. */
async function rememberBrowsers({ servers, nextHolder, database }: BenchServer): Promise<RememberedBrowser[]> {
  const browsers: RememberedBrowser[] = [];
  while (browsers.length < browserCount) {
    const username = personOf("holder", nextHolder()).email;
    const { headers } = await signIn(servers[0].port, { username, password });
    // Without the session's cookie: a person who is logged in is not logged in again.
    const line = headers["set-cookie"]?.find((cookie) => cookie.includes(`${trustedDeviceName}=`)) ?? "";
    browsers.push({ username, cookie: line.split(";")[0] ?? "" });
  }
  await sql`update known_browser set second_factor_until = app_now() + interval '90 days'`.execute(database);
  return browsers;
}

/** Throws when a sign-in does not open a session. */
async function signInRepeatedly(port: number, browsers: readonly RememberedBrowser[]): Promise<Round> {
  let next = 0;
  const { results, rate } = await repeatFor({ millis: roundMillis, atOnce }, () => {
    const { username, cookie } = browsers[next++ % browsers.length] as RememberedBrowser;
    return signIn(port, { username, password }, { cookie });
  });
  const refused = results.find((response) => !isSignedIn(response));
  if (refused) throw new Error(`a sign-in led to ${refused.headers.location} with ${refused.status}`);
  await pause(settleMillis);
  return { rate, millis: results.map(({ millis }) => millis) };
}
