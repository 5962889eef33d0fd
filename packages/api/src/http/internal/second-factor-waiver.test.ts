import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { stopLinkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import { callerFrom } from "../../../../../test/described-response.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import {
  dataOf,
  firstPassword,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../../test/recovery.ts";
import { clientOf } from "../../../../../test/signed-in.ts";
import { supportDeskOf } from "../../../../../test/support-desk.ts";
import { freezeAccount } from "../../accounts/frozen-account.store.ts";
import { sendDueLinks } from "../../flows/email-link/send-due-links.ts";
import { createGatewayTestApi, leadsTo } from "../../gateway/test/gateway-test-api.ts";
import { SecondProof, secondFactorPage } from "../../gateway/test/second-factor.ts";
import { totpCode } from "../../second-factor/test/totp-code.ts";
import { readReport } from "../../statistics/read-report.ts";
import { amelie, bruno, daySeconds } from "./test/link-request.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const { desk, reference } = supportDeskOf(testApi);
const stopLinks = clientOf(testApi, stopLinkEndpoints);

type Holder = Awaited<ReturnType<typeof newHolder>>;

/** A reference of a person who could not give the second proof. */
async function referenceOf({ accountEmail }: Holder): Promise<string> {
  return reference({ handle: await new Recoverer(testApi).found(accountEmail), page: "/two-factor" });
}

async function requested(person: Holder) {
  const code = await referenceOf(person);
  const { request } = dataOf(await desk.waive(amelie, code));
  if (request === undefined) throw new Error("no request was made");
  return { code, id: request.id, request };
}

/** Approves the request of another agent, and lets the day pass. */
async function giveAfterADay(id: string): Promise<void> {
  dataOf(await desk.approve(bruno, id));
  await testApi.pool.query("update notification set status = 'accepted', done_at = app_now() where status = 'queued'");
  await testApi.moveClock(daySeconds + 60);
  await Promise.all([sendDueLinks(testApi.deps), sendDueLinks(testApi.deps)]);
}

async function waived() {
  const person = await newHolder(testApi);
  const { id, code } = await requested(person);
  await giveAfterADay(id);
  return { person, id, code };
}

/** Types the right password in a new browser. */
async function waiting({ accountEmail }: Holder, password = firstPassword) {
  const proof = new SecondProof(testApi);
  expect(leadsTo(await proof.browser.signIn(accountEmail, password))).toBe(secondFactorPage);
  return {
    proof,
    waivedUntil: async () => {
      const pending = dataOf(await proof.read());
      return pending.state === "waiting" ? pending.waivedUntil : undefined;
    },
    setUp: () => proof.setUp(),
    add: (code: string) => proof.add(code),
  };
}

/** Sets up an app and gives its first code. */
async function setUpApp(signIn: Awaited<ReturnType<typeof waiting>>) {
  const { secret } = dataOf(await signIn.setUp());
  return signIn.add(totpCode(secret, testApi.deps.clock.now()));
}

const stateOf = async (id: string) =>
  (await testApi.pool.query("select state from link_request where id = $1", [id])).rows[0].state;

async function stopTokenOf(person: Holder): Promise<string> {
  const message = (await messagesTo(testApi, person.cellPhone)).find(({ kind }) => kind === "linkRequested");
  return new URL(message?.facts.link ?? "").searchParams.get("request") ?? "";
}

const eventsOf = async (accountId: string) => {
  const { rows } = await testApi.pool.query(
    "select event, actor from audit_event where account_id = $1 and event ~ 'waive' order by at, id",
    [accountId],
  );
  return rows.map(({ event, actor }) => `${event} ${actor}`);
};

describe("a waiver of the second proof", () => {
  test("lets the next right password set up an app, after two agents and a day, and then opens the session", async () => {
    const { person, id, code } = await waived();
    expect(await stateOf(id)).toBe("sent");
    const signIn = await waiting(person);
    expect(await signIn.waivedUntil()).toEqual(expect.any(String));
    expect(await signIn.proof.isSignedIn()).toBe(false);
    expect(dataOf(await setUpApp(signIn))).toEqual({ email: person.accountEmail });
    await signIn.proof.finish();
    expect(await signIn.proof.isSignedIn()).toBe(true);
    const { rows } = await testApi.pool.query(
      "select second_factor from gateway_session where account_id = $1 and ended_at is null",
      [person.accountId],
    );
    expect(rows).toEqual([{ second_factor: "authenticator" }]);
    expect(await messagesTo(testApi, person.accountEmail)).toContainEqual(
      expect.objectContaining({ kind: "authenticatorAdded" }),
    );
    expect(await eventsOf(person.accountId)).toEqual([
      "support.waiverRequested agent:amelie",
      "support.waiverApproved agent:bruno",
      "support.waiverGranted agent:amelie",
      "second-factor.waived person",
    ]);
    expect(dataOf(await desk.look(amelie, code)).requests).toMatchObject([
      { action: "WAIVE_SECOND_FACTOR", state: "sent", approvedBy: "bruno" },
    ]);
  });

  test("counts in the report as asked for, approved, given and used, and one that was stopped as stopped", async () => {
    const period = { from: undefined, to: undefined, timeZone: "America/Toronto", days: 30, brandId: "belair" };
    const before = (await readReport(testApi.database, period)).waivers;
    await setUpApp(await waiting((await waived()).person));
    const stopped = await newHolder(testApi);
    await requested(stopped);
    dataOf(await stopLinks.stop(callerFrom("192.0.2.9"), await stopTokenOf(stopped)));
    const { waivers } = await readReport(testApi.database, { ...period, days: 60 });
    expect(waivers).toEqual({
      ...before,
      requested: before.requested + 2,
      approved: before.approved + 1,
      granted: before.granted + 1,
      used: before.used + 1,
      stopped: before.stopped + 1,
    });
  });

  test("notifies every contact on file at once, with a link that stops it", async () => {
    const person = await newHolder(testApi);
    const { request } = await requested(person);
    expect(request).toMatchObject({ state: "requested", mails: 2, texts: 1 });
    for (const contact of [person.accountEmail, person.email, person.cellPhone])
      expect(await messagesTo(testApi, contact)).toMatchObject([
        { kind: "linkRequested", facts: { action: "WAIVE_SECOND_FACTOR", link: expect.stringContaining("request=") } },
      ]);
  });

  test("opens nothing by itself: without an app set up, the gateway leads back to the page", async () => {
    const { person } = await waived();
    const { proof, setUp } = await waiting(person);
    dataOf(await setUp());
    expect(leadsTo(await proof.finish())).toBe(secondFactorPage);
    expect(await proof.isSignedIn()).toBe(false);
  });

  test("stays for the next sign-in when the person leaves, until it is used or 72 hours have passed", async () => {
    const { person } = await waived();
    await (await waiting(person)).setUp();
    const again = await waiting(person);
    expect(summaryOf(await setUpApp(again))).toBe("200");
    expect(summaryOf(await (await waiting(person)).setUp())).toBe("404 1404");
    const late = await waived();
    await testApi.moveClock(ttl.secondFactorWaiverHours * 3600);
    const { waivedUntil, setUp } = await waiting(late.person);
    expect(await waivedUntil()).toBeUndefined();
    expect(summaryOf(await setUp())).toBe("404 1404");
  });

  test("is used once by 20 right codes at a time", async () => {
    const { person } = await waived();
    const signIns = await Promise.all(Array.from({ length: 4 }, () => waiting(person)));
    const [first] = signIns;
    const { secret = "" } = first ? dataOf(await first.setUp()) : {};
    const code = totpCode(secret, testApi.deps.clock.now());
    const results = await Promise.all(Array.from({ length: 20 }, () => first?.add(code)));
    expect(results.filter((result) => result?.kind === "ok")).toHaveLength(1);
    const { rows } = await testApi.pool.query(
      "select count(*)::int as apps from authenticator where account_id = $1 and confirmed_at is not null",
      [person.accountId],
    );
    expect(rows).toEqual([{ apps: 1 }]);
  });

  test("ends with a code that the person could give after all", async () => {
    const { person } = await waived();
    const { proof } = await waiting(person);
    const code = await proof.codeTo(person.cellPhone);
    expect(summaryOf(await proof.verify(code))).toBe("200");
    expect(summaryOf(await (await waiting(person)).setUp())).toBe("404 1404");
  });
});

describe("a waiver is not given", () => {
  test("A-400 by one agent, under any spelling of their id, nor before a day has passed", async () => {
    const person = await newHolder(testApi);
    const { id } = await requested(person);
    for (const agent of [{ id: "amelie" }, { id: "AMELIE" }])
      expect(await desk.approve({ ...amelie, agent }, id)).toMatchObject({
        status: 409,
        error: { fields: { act: "ownRequest" } },
      });
    expect(await (await waiting(person)).waivedUntil()).toBeUndefined();
    dataOf(await desk.approve(bruno, id));
    await testApi.pool.query(
      "update notification set status = 'accepted', done_at = app_now() where status = 'queued'",
    );
    await testApi.moveClock(daySeconds - 60);
    await sendDueLinks(testApi.deps);
    expect(await stateOf(id)).toBe("approved");
    const early = await waiting(person);
    expect(summaryOf(await early.setUp())).toBe("404 1404");
    expect(summaryOf(await early.add("123456"))).toBe("404 1404");
  });

  test("without approval in a day", async () => {
    const person = await newHolder(testApi);
    const { id } = await requested(person);
    await testApi.moveClock(daySeconds + 60);
    await sendDueLinks(testApi.deps);
    expect(await stateOf(id)).toBe("expired");
    expect(await (await waiting(person)).waivedUntil()).toBeUndefined();
  });

  test("A-401 after a new password since the request", async () => {
    const person = await newHolder(testApi);
    const { id } = await requested(person);
    await resetPassword(person);
    await giveAfterADay(id);
    expect(await stateOf(id)).toBe("expired");
    expect(await (await waiting(person, nextPassword)).waivedUntil()).toBeUndefined();
  });

  test("to a frozen account, or to one without an account or of a brand that asks for no second proof", async () => {
    const person = await newHolder(testApi);
    const { id, code } = await requested(person);
    await testApi.database.transaction().execute((transaction) => freezeAccount(transaction, person.accountId));
    expect(dataOf(await desk.look(amelie, code)).acts.waive).toBe(false);
    expect(await desk.waive(amelie, code)).toMatchObject({ status: 409, error: { fields: { act: "notForThem" } } });
    await giveAfterADay(id);
    expect(await stateOf(id)).toBe("expired");
    const never = closeAfterTests(await createGatewayTestApi());
    const other = await newHolder(never);
    const otherDesk = supportDeskOf(never);
    const handle = await new Recoverer(never).found(other.accountEmail);
    const otherCode = await otherDesk.reference({ handle, page: "/two-factor" });
    expect(dataOf(await otherDesk.desk.look(amelie, otherCode)).acts.waive).toBe(false);
  });

  test("twice at a time for one person", async () => {
    const person = await newHolder(testApi);
    const { code } = await requested(person);
    expect(await desk.waive(bruno, code)).toMatchObject({
      status: 409,
      error: { fields: { act: "alreadyRequested" } },
    });
  });
});

async function resetPassword({ accountEmail, policy }: Holder): Promise<void> {
  const recoverer = new Recoverer(testApi);
  const id = await recoverer.startReset(accountEmail);
  const { code } = await newestReset(testApi, accountEmail);
  const proven = await recoverer.proven(id, code);
  const body = { token: proven.token, password: nextPassword, postalCode: policy.postalCode };
  dataOf(await recoverer.password(proven.id, body));
}

describe("a waiver that was given ends", () => {
  test("A-402 by the stop link of a contact on file, also for a sign-in that has set up an app", async () => {
    const { person, id } = await waived();
    const token = await stopTokenOf(person);
    const signIn = await waiting(person);
    const { secret } = dataOf(await signIn.setUp());
    const caller = callerFrom("192.0.2.3");
    expect(dataOf(await stopLinks.read(caller, token))).toEqual({ state: "inForce", what: "waiver" });
    expect(dataOf(await stopLinks.stop(caller, token))).toEqual({ state: "stopped", what: "waiver" });
    expect(await stateOf(id)).toBe("stopped");
    expect(summaryOf(await signIn.add(totpCode(secret, testApi.deps.clock.now())))).toBe("404 1404");
    expect(leadsTo(await signIn.proof.finish())).toBe(secondFactorPage);
    expect(await eventsOf(person.accountId)).toContain("support.waiverStopped person");
  });

  test("A-403 by a new password and by a freeze", async () => {
    const changed = await waived();
    await resetPassword(changed.person);
    expect(await (await waiting(changed.person, nextPassword)).waivedUntil()).toBeUndefined();
    const frozen = await waived();
    const signIn = await waiting(frozen.person);
    await testApi.database.transaction().execute((transaction) => freezeAccount(transaction, frozen.person.accountId));
    expect(summaryOf(await signIn.setUp())).toBe("404 1404");
    const { rows } = await testApi.pool.query("select second_factor_waived_until from account where id = $1", [
      frozen.person.accountId,
    ]);
    expect(rows).toEqual([{ second_factor_waived_until: null }]);
  });

  test("and its stop link says so, after it was used", async () => {
    const { person } = await waived();
    const token = await stopTokenOf(person);
    dataOf(await setUpApp(await waiting(person)));
    expect(dataOf(await stopLinks.stop(callerFrom("192.0.2.3"), token))).toEqual({ state: "sent", what: "waiver" });
  });
});

test("A-404 a waiver of one account sets up nothing for another, nor in another browser's sign-in", async () => {
  const { person } = await waived();
  const other = await newHolder(testApi);
  expect(summaryOf(await (await waiting(other)).setUp())).toBe("404 1404");
  const one = await waiting(person);
  const two = await waiting(person);
  const { secret } = dataOf(await one.setUp());
  expect(summaryOf(await two.add(totpCode(secret, testApi.deps.clock.now())))).toBe("404 1404");
  expect(await two.proof.isSignedIn()).toBe(false);
  expect(leadsTo(await two.proof.finish())).toBe(secondFactorPage);
});
