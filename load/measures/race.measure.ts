import { limits } from "@vestibule/catalogue/limit.table.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { sql } from "kysely";
import { times } from "../generator.ts";
import { callApi, newClientIp } from "../http.ts";
import {
  claimsOf,
  countRegistered,
  countRows,
  createBody,
  Registrant,
  type RegistrantCall,
  tokenOf,
} from "../person.ts";
import type { Portal } from "../portal.ts";
import { exactly, type MeasureResult, type Metric, metric } from "./metric.ts";

const atOnce = 50;

/** Concurrent requests of which a fixed number may succeed, by what holds if no run fails. */
const races: Record<string, (portal: Portal) => Promise<string | undefined>> = {
  "A-002 wrong codes are checked up to the limit of the session": raceWrongCodes,
  "A-008 a correct code is accepted once": raceCorrectCode,
  "A-041 a token leads to one new token": raceToken,
  "A-056 a person gets one account, one message and one event": raceCreation,
  "A-184 a client IP gets as many responses as its limit": raceLimit,
};

/** Number of people in the book that so many runs use. */
export const visitorsOfRaces = (runs: number) => Object.keys(races).length * runs;

/** Runs each race repeatedly over both servers. No run may fail. */
export async function measureRaces(portal: Portal, runs: number): Promise<MeasureResult> {
  const metrics: Metric[] = [];
  for (const [name, run] of Object.entries(races)) {
    const failures: string[] = [];
    const startedAt = performance.now();
    for (const _run of times(runs)) {
      const failure = await run(portal);
      if (failure !== undefined) failures.push(failure);
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const note = [`${seconds} s`, ...new Set(failures)].slice(0, 4).join("; ");
    metrics.push(metric(name, failures.length, "failed runs", { target: exactly(0), note }));
  }
  return { title: `Races, ${runs} runs of ${atOnce} concurrent requests, two servers`, metrics };
}

/** New tokens by their ids: a page that is read again has the newest token with a later time of issue. */
const newTokensOf = (responses: Parameters<typeof tokenOf>[0][]): string[] => {
  const tokens = responses.map(tokenOf).filter((token) => token !== undefined);
  return [...new Map(tokens.map((token) => [claimsOf(token).jti, token])).values()];
};

/** Sends different wrong codes concurrently, with each new token, until the session is locked, then the correct code. */
async function raceWrongCodes(portal: Portal): Promise<string | undefined> {
  const registrant = new Registrant(portal);
  await registrant.toCode();
  const correctCode = await registrant.code();
  const wrongCode = (nth: number) => String((Number(correctCode) + 1 + nth) % 1_000_000).padStart(6, "0");
  for (const round of times(limits.wrongCodeSession.to + 1)) {
    const codes = times(atOnce).map((nth) => wrongCode(round * atOnce + nth));
    const calls = codes.map((securityCode) =>
      registrant.repeat({ name: "verify", body: { securityCode } }, newClientIp()),
    );
    const newTokens = newTokensOf(await Promise.all(calls));
    if (newTokens.length > 1) return `one token led to ${newTokens.length} new tokens`;
    registrant.token = newTokens[0] ?? registrant.token;
  }
  const { status } = await registrant.call("verify", { body: { securityCode: correctCode } });
  if (status === 200) return "the correct code was accepted after the limit";
  // The limit was drawn at random for the session.
  const { rows } = await sql<{ limit: number; checked: number; lockouts: number }>`
    select (state ->> 'wrongCodeLimit')::int as limit, count(*)::int as checked,
      count(*) filter (where event = 'code.locked')::int as lockouts
    from registration_attempt attempt join audit_event on journey_id = attempt.id
    where attempt.id = ${registrant.id()} and event in ('code.refused', 'code.locked') group by attempt.id`.execute(
    portal.database,
  );
  const { limit = 0, checked = 0, lockouts = 0 } = rows[0] ?? {};
  return lockouts === 1 && checked === limit ? undefined : `${lockouts} lockouts, ${checked} checked at ${limit}`;
}

/** Sends the correct code concurrently, with bodies that differ so that no request is a repeat of another. */
async function raceCorrectCode(portal: Portal): Promise<string | undefined> {
  const registrant = new Registrant(portal);
  await registrant.toCode();
  const code = await registrant.code();
  const responses = await Promise.all(
    times(atOnce).map((nth) =>
      registrant.repeat({ name: "verify", body: `{${" ".repeat(nth)}"securityCode":"${code}"}` }),
    ),
  );
  const successes = responses.filter(({ status }) => status === 200).length;
  const accepted = await countRows(
    portal.database,
    sql`select from audit_event where journey_id = ${registrant.id()} and event = 'code.accepted'`,
  );
  return successes === 1 && accepted === 1 ? undefined : `${successes} successful responses, ${accepted} events`;
}

const callsOfToken: RegistrantCall[] = [
  { name: "accountType", body: { accountType: "policyHolder" } },
  { name: "accountType", body: { accountType: "insuredDriver" } },
  { name: "page" },
  { name: "back" },
];

/** Sends one token in concurrent calls, some of them identical. It leads to one new token, which then works. */
async function raceToken(portal: Portal): Promise<string | undefined> {
  const registrant = new Registrant(portal);
  await registrant.call("start");
  const responses = await Promise.all(
    times(atOnce).map((nth) => registrant.repeat(callsOfToken[nth % callsOfToken.length] ?? { name: "page" })),
  );
  const newTokens = newTokensOf(responses);
  if (newTokens.length !== 1) return `${newTokens.length} new tokens`;
  const failed = responses.find(({ status }) => status >= 500);
  if (failed) return `a response of ${failed.status}`;
  registrant.token = newTokens[0] ?? "";
  const { status } = await registrant.call("page");
  return status === 200 ? undefined : `the new token was answered ${status}`;
}

/** Creates an account concurrently from five verified sessions of one person. */
async function raceCreation(portal: Portal): Promise<string | undefined> {
  const sessions = 5;
  const serial = portal.nextVisitor();
  const registrants = times(sessions).map(() => new Registrant(portal, serial));
  for (const registrant of registrants) {
    await registrant.toCode();
    await registrant.toCreate();
  }
  const creates = times(atOnce).map((nth) => {
    const body = `${" ".repeat(nth)}${JSON.stringify(createBody)}`;
    return registrants[nth % sessions]?.repeat({ name: "create", body });
  });
  const created = (await Promise.all(creates)).filter((response) => response?.status === 201).length;
  const { "events code.accepted": _each, ...counts } = await countRegistered(portal, registrants);
  if (created === 1 && Object.values(counts).every((count) => count === 1)) return undefined;
  return `${created} responses of 201; ${JSON.stringify(counts)}`;
}

/** Sends concurrent requests from one client IP to both servers, to each fewer than its share of what one does at once. */
async function raceLimit(portal: Portal): Promise<string | undefined> {
  const requests = 160;
  const { limit } = limits.findClientIp;
  const clientIp = newClientIp();
  const responses = await Promise.all(
    times(requests).map((nth) => {
      const body = { email: `anybody${nth}@courrier.example` };
      return callApi(portal.servers[nth % 2 === 0 ? 0 : 1].port, accountEndpoints.find, { body, clientIp });
    }),
  );
  const passed = responses.filter(({ status }) => status === 200).length;
  const rejected = responses.filter(({ status }) => status === 429).length;
  return passed === limit && rejected === requests - limit
    ? undefined
    : `${passed} responses of 200, ${rejected} of 429`;
}
