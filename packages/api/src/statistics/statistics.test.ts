import { type StatisticRow, statistics } from "@vestibule/catalogue/statistic.table.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { factsOf, Registrant } from "../../../../test/policy-number-registration.ts";
import { newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import {
  codeSentTo,
  createBody,
  createRegistrationTestApi,
  guessUntilLocked,
  newPerson,
  otherThan,
  type RegistrationTestApi,
  toCreate,
  Visitor,
} from "../../../../test/registration.ts";
import { brandOfAttempt } from "../../../../test/sign-in-attempt.ts";
import type { Credentials } from "../flows/sign-in/credentials.rule.ts";
import { authenticate, type SignInResult } from "../flows/sign-in/sign-in.ts";
import { limitStore } from "../limits/limit.store.ts";
import { faultCode } from "../platform/fault-code.rule.ts";
import { countEndings, countEvents } from "./journey-ending.store.ts";
import { type JourneyReport, reportOf } from "./journey-report.rule.ts";
import { markOf } from "./mark.rule.ts";
import { readReport } from "./read-report.ts";
import { momentsOf } from "./report-period.store.ts";

let testApi: RegistrationTestApi;
let account: { email: string };
const someNames = ["Maëlle", "St-Onge", "courrier.example", "514555"];

/** Sample data with one journey per outcome. */
beforeAll(async () => {
  testApi = await createRegistrationTestApi();
  await registerToEachEnd();
  account = await resetToEachEnd();
  // A link that was issued and not used.
  await liveLinkFor(linkClients(testApi), orderFor(await newPerson(testApi), { action: "DEFPWD_REGISTER" }));
  for (const password of [nextPassword, "Not-The-One-1"])
    await signIn({ username: account.email, secret: { kind: "password", password } });
});
afterAll(() => testApi.close());

async function registerToEachEnd(): Promise<void> {
  const { apis } = testApi;
  // Finished.
  const maker = await toCreate(testApi, new Visitor(apis), await newPerson(testApi, { cell_phone: null }));
  await maker.call("create", createBody);
  // Stuck after wrong codes, in English and in Ontario.
  const visitor = new Visitor(apis, { province: "on", language: "en" });
  const guessed = await newPerson(testApi, { cell_phone: null });
  await visitor.toCode(guessed);
  await guessUntilLocked(visitor, otherThan(await codeSentTo(testApi, guessed.email)));
  // Stuck because no contact on file can receive a code.
  const bare = await newPerson(testApi, { cell_phone: null, email: null });
  const unreachable = await new Visitor(apis).start("policyHolder");
  await unreachable.call("identify", { method: "policyNumber" });
  await unreachable.call("identify", bare.policy);
  // Two mismatches, then abandoned.
  const gone = new Visitor(apis);
  await gone.start("policyHolder");
  await gone.call("identify", { email: "nobody@courrier.example" });
  await gone.call("identify", { ...bare.policy, postalCode: "H0H 0H0" });
  // Cancelled.
  const wary = await new Visitor(apis).start("policyHolder");
  await wary.call("cancel");
  // Handed on to registration by policy number.
  const older = await newPerson(testApi, { registry: "legacy" });
  const handed = await new Visitor(apis).start("policyHolder");
  await handed.call("identify", { method: "policyNumber" });
  await handed.call("identify", older.policy);
  // Registration by policy number: one finished, one abandoned.
  const registrant = new Registrant(testApi);
  await registrant.proven(testApi, older);
  await registrant.create(factsOf(older));
  await new Registrant(testApi).found(await newPerson(testApi, { registry: "legacy" }));
}

/** One finished, one stuck, one for an unknown e-mail. */
async function resetToEachEnd(): Promise<{ email: string }> {
  const holder = await newHolder(testApi);
  const recoverer = new Recoverer(testApi);
  const id = await recoverer.startReset(holder.accountEmail);
  const { code } = await newestReset(testApi, holder.accountEmail);
  const proven = await recoverer.proven(id, code);
  await recoverer.password(proven.id, {
    token: proven.token,
    postalCode: "H2X1Y4",
    password: nextPassword,
  });
  const stuck = await recoverer.startReset(holder.accountEmail);
  for (let wrong = 0; wrong < 3; wrong += 1) await recoverer.validate(stuck, "000000");
  await recoverer.startReset("stranger@courrier.example");
  return { email: holder.accountEmail };
}

function signIn(credentials: Pick<Credentials, "username" | "secret">): Promise<SignInResult> {
  return authenticate(
    { ...testApi.deps, limits: limitStore(testApi.deps) },
    {
      ...brandOfAttempt(testApi.deps),
      ...credentials,
      clientIp: "192.0.2.9",
      origin: "http://localhost:3000",
      devices: new Map(),
      session: { idHash: JSON.stringify(credentials), replaces: [], device: {}, newDeviceId: "new-device" },
      locale: { province: "qc", language: "fr" },
    },
  );
}

async function report(more: { brandId?: string; from?: string; to?: string } = {}) {
  const period = await momentsOf(testApi.database, { timeZone: "America/Toronto", from: more.from, to: more.to });
  const asked = { ...period, brandId: more.brandId };
  return reportOf(await countEndings(testApi.database, asked), await countEvents(testApi.database, asked));
}

const journeyOf = (reports: readonly JourneyReport[], journey: JourneyReport["journey"]) =>
  reports.find((one) => one.journey === journey) as JourneyReport;

describe("the report", () => {
  test("counts registrations by outcome, including those in progress", async () => {
    const registration = journeyOf(await report(), "registration");
    expect(registration).toMatchObject({ started: 6, finished: 1, stuck: 2, left: 1, continuedIn: 1, inProgress: 1 });
    expect(registration.stuckRate).toBe(0.4);
    expect(registration.stuckReasons).toEqual({ wrongCodes: 1, noChannel: 1 });
    expect(registration.leftReasons).toEqual({ cancelled: 1 });
    expect(registration.sendToNextJourney).toEqual({ legacy: 1 });
  });

  test("counts steps by the furthest one reached", async () => {
    const { steps } = journeyOf(await report(), "registration");
    expect(steps).toEqual([
      { step: "REGISTRATION_START", pageCategory: "registrationStart", reached: 6, stuck: 0, left: 0 },
      { step: "IDENTIFY", pageCategory: "identification", reached: 6, stuck: 0, left: 1 },
      { step: "VERIFY", pageCategory: "verification", reached: 3, stuck: 2, left: 0 },
      { step: "CREATE", pageCategory: "accountCreation", reached: 1, stuck: 0, left: 0 },
      { step: "DONE", pageCategory: "confirmation", reached: 1, stuck: 0, left: 0 },
    ]);
  });

  test("separates brand, province and language, each with figures that add up", async () => {
    const registration = journeyOf(await report(), "registration");
    expect(registration.provinces).toMatchObject({ on: { started: 1, stuck: 1 }, qc: { started: 5, stuck: 1 } });
    expect(registration.languages).toMatchObject({ en: { started: 1 }, fr: { started: 5 } });
    expect(Object.keys(registration.brands)).toEqual(["belair"]);
    for (const one of await report()) {
      const { finished, continuedIn, stuck, left, inProgress, refused } = one;
      expect(finished + continuedIn + stuck + left + inProgress + refused).toBe(one.started);
    }
  });

  test("separates account types as chosen or verified", async () => {
    const { accountTypes } = journeyOf(await report(), "registration");
    expect(accountTypes).toMatchObject({ policyHolder: { started: 6, finished: 1, stuck: 2 } });
    expect(journeyOf(await report(), "recovery").accountTypes).toMatchObject({ unknown: { started: 3 } });
  });

  test("adds up to the same numbers by day as by hour", async () => {
    const period = await momentsOf(testApi.database, { timeZone: "America/Toronto", from: undefined, to: undefined });
    const [days, hours] = await Promise.all(
      (["day", "hour"] as const).map(async (by) => {
        const asked = { ...period, times: { by, timeZone: "America/Toronto" } };
        return reportOf(await countEndings(testApi.database, asked), await countEvents(testApi.database, asked));
      }),
    );
    const whole = await report();
    for (const parts of [days, hours])
      for (const one of parts ?? [])
        for (const name of ["started", "finished", "stuck"] as const)
          expect(Object.values(one.times).reduce((total, figures) => total + figures[name], 0)).toBe(
            journeyOf(whole, one.journey)[name],
          );
    expect(Object.keys(journeyOf(days ?? [], "recovery").times)).toEqual([expect.stringMatching(/^\d{4}(-\d\d){2}$/)]);
    expect(Object.keys(journeyOf(hours ?? [], "recovery").times)[0]).toMatch(/^\d{4}(-\d\d){2}T\d\d$/);
  });

  test("counts mismatches", async () => {
    expect(journeyOf(await report(), "registration").hindrances).toMatchObject({ email: 1, postalCode: 1 });
  });

  test("counts the errors at the top of a page by their code", async () => {
    const { topOfPageErrors } = journeyOf(await report(), "registration");
    expect(topOfPageErrors).toMatchObject({ POLICY_NUMBER_NOT_FOUND: 1, INVALID_ACTIVATION_CODE: expect.any(Number) });
    expect(journeyOf(await report(), "signIn").topOfPageErrors).toEqual({ "3005": 1 });
  });

  test("counts registrations by policy number", async () => {
    const older = journeyOf(await report(), "policyNumberRegistration");
    expect(older).toMatchObject({ started: 2, finished: 1, inProgress: 1, stuck: 0 });
  });

  test("counts password resets, links and sign-in attempts", async () => {
    const all = await report();
    expect(journeyOf(all, "recovery")).toMatchObject({ started: 3, finished: 1, stuck: 1, inProgress: 1 });
    expect(journeyOf(all, "recovery").stuckReasons).toEqual({ wrongCodes: 1 });
    expect(journeyOf(all, "link")).toMatchObject({ started: 1, inProgress: 1 });
    expect(journeyOf(all, "signIn")).toMatchObject({ started: 2, finished: 1, refused: 1, stuck: 0 });
  });

  test("is limited to its brand and days", async () => {
    expect(journeyOf(await report({ brandId: "intact" }), "registration").started).toBe(0);
    expect(journeyOf(await report({ from: "2001-01-01", to: "2001-01-31" }), "registration").started).toBe(0);
  });

  test("contains no personal data and no journey ids", async () => {
    const text = JSON.stringify(await report());
    for (const name of [...someNames, account.email]) expect(text).not.toContain(name);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });
});

describe("the metrics", () => {
  const scrape = async (server: 0 | 1) => {
    const headers = { authorization: "Bearer another-credential" };
    return (await testApi.apis[server].request("/internal/v1/metrics", { headers })).text();
  };

  test("require a service credential", async () => {
    expect((await testApi.apis[0].request("/internal/v1/metrics")).status).toBe(401);
  });

  test("are identical on every server and do not change when read again", async () => {
    const counters = (text: string) => text.split("\n").filter((line) => line.includes("_total"));
    const first = await scrape(0);
    expect(first).toContain(
      'reason="postalCode",page_category="identification",top_of_page_error="POLICY_NUMBER_NOT_FOUND",',
    );
    const again = await scrape(0);
    const other = await scrape(1);
    expect(first).toContain(
      'vestibule_journeys_stuck_total{journey="registration",step="VERIFY",reason="wrongCodes",page_category="verification",brand="belair",province="on",language="en",account_type="policyHolder"} 1\n',
    );
    expect([again, other].map(counters)).toEqual([first, first].map(counters));
  });

  test("increase with the next event", async () => {
    const started = /journeys_started_total\{journey="registration".*language="fr"\} (\d+)/;
    const before = Number(started.exec(await scrape(1))?.[1]);
    await new Visitor(testApi.apis).start();
    expect(Number(started.exec(await scrape(1))?.[1])).toBe(before + 1);
    expect(Number(started.exec(await scrape(0))?.[1])).toBe(before + 1);
  });

  test("include the length and age of each message queue", async () => {
    await testApi.pool.query("update notification set status = 'accepted'");
    expect(await scrape(0)).toContain(
      '# TYPE vestibule_message_queue_length gauge\nvestibule_message_queue_length{queue="email-code"} 0\n',
    );
    const visitor = await new Visitor(testApi.apis).toCode(await newPerson(testApi), { option: "SMS" });
    const text = await scrape(1);
    expect(text).toContain('vestibule_message_queue_length{queue="sms-code"} 1\n');
    expect(text).toMatch(/^vestibule_message_queue_age_seconds\{queue="sms-code"\} \d+$/m);
    await visitor.call("cancel");
  });

  test("contain no personal data", async () => {
    const text = await scrape(0);
    for (const name of [...someNames, account.email]) expect(text).not.toContain(name);
  });
});

test("every mismatch has the code of its refusal, unless the person goes on to another page", () => {
  const rows = Object.values<StatisticRow>(statistics).flatMap(({ marks }) => marks);
  const withoutCode = rows.filter(
    ({ meaning, topOfPageError }) => meaning === "hindrance" && topOfPageError === undefined,
  );
  expect(new Set(withoutCode.map(({ event }) => event))).toEqual(new Set(["registration.emailNotEnough"]));
});

test("gives up on a report after its time", async () => {
  const client = await testApi.pool.connect();
  await client.query("begin; lock table audit_event");
  const period = { from: undefined, to: undefined, timeZone: "America/Toronto" };
  const fault = await readReport(testApi.database, { ...period, timeoutSeconds: 0.2 }).catch(faultCode);
  await client.query("rollback");
  client.release();
  expect(fault).toBe("57014");
});

test("counts an abandoned journey as left once its time is over", async () => {
  await testApi.moveClock(statistics.registration.abandonedAfterMinutes * 60 + 10 * 60);
  const registration = journeyOf(await report(), "registration");
  expect([registration.inProgress, registration.leftReasons]).toEqual([0, { quiet: 2, cancelled: 2 }]);
});

test("counts a link as under way until its own expiry", async () => {
  const { left, inProgress } = journeyOf(await report(), "link");
  const person = await newPerson(testApi);
  await liveLinkFor(linkClients(testApi), orderFor(person, { action: "DEFPWD_REGISTER", expiresInHours: 72 }));
  await testApi.moveClock(48 * 3600);
  expect(journeyOf(await report(), "link")).toMatchObject({ left: left + inProgress, inProgress: 1 });
  await testApi.moveClock(25 * 3600);
  expect(journeyOf(await report(), "link")).toMatchObject({ left: left + inProgress + 1, inProgress: 0 });
});

test("does not count the sign-in that ends a registration as an attempt", async () => {
  const person = await newPerson(testApi, { cell_phone: null });
  const visitor = await toCreate(testApi, new Visitor(testApi.apis), person);
  const result = await visitor.call("create", createBody);
  if (result.kind !== "ok") throw new Error("no account was created");
  const { ticket } = result.data as { ticket: string };
  const before = journeyOf(await report(), "signIn");
  expect(await signIn({ username: person.email, secret: { kind: "ticket", ticket } })).toMatchObject({ kind: "ok" });
  expect(journeyOf(await report(), "signIn")).toEqual(before);
});

test("counts a refused passkey as refused and not as stuck, since the password still signs in", () => {
  const refused = { event: "sign-in.refused", result: "passkey", journey: "signIn", brand: "belair", province: "qc" };
  const counts = [{ ...refused, language: "fr", accountType: "", emailSource: "", method: "", count: 2 }];
  expect(journeyOf(reportOf({ rows: [], times: [] }, { rows: counts, times: [] }), "signIn")).toMatchObject({
    started: 2,
    refused: 2,
    stuck: 0,
    hindrances: { passkey: 2 },
  });
});

test("prefers a row for the specific result over one for the event", () => {
  expect(markOf("signIn", { event: "sign-in.refused", result: "bad" })?.meaning).toBe("hindrance");
  expect(markOf("signIn", { event: "sign-in.refused", result: "lockedForTime" })).toMatchObject({
    meaning: "stuck",
    reason: "lockedForTime",
  });
  expect(markOf("signIn", { event: "link.issued", result: "ok" })).toBeUndefined();
});
