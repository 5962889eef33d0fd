import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, firstPassword, newestReset, newHolder, Recoverer } from "../../../../../test/recovery.ts";
import {
  codeSentTo,
  guessUntilLocked,
  newPerson,
  otherThan,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { dataAbout, deskAgent, expectNothingPersonal, supportDeskOf } from "../../../../../test/support-desk.ts";

const testApi = await openTestApi();
const [api] = testApi.apis;

const desk = () => supportDeskOf(testApi).desk;
const reference: ReturnType<typeof supportDeskOf>["reference"] = (body, who) =>
  supportDeskOf(testApi).reference(body, who);
const caseOf = (code: string) => supportDeskOf(testApi).caseOf(code);
const sessionOf = (visitor: Visitor) => visitor.claims().sid;

async function deskEvents() {
  const { rows } = await testApi.pool.query(
    "select event, result, actor, journey_id, facts from audit_event where actor like 'agent:%' or event like 'support.%' order by id",
  );
  return rows;
}

describe("the timeline behind a reference", () => {
  test("names the fact that did not match without its value, and contains nothing personal", async () => {
    const person = await newPerson(testApi);
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    const wrong = { ...person.policy, postalCode: "J4K2M9" };
    await visitor.call("identify", wrong);
    await visitor.call("identify", { ...person.policy, dateOfBirth: "1971-05-17" });
    const sid = sessionOf(visitor);
    await visitor.call("identify", { ...wrong, policyNumber: "ZZZ9999" });
    const page = "/create-an-account/roadblock/unable-to-identify";
    const supportCase = await caseOf(await reference({ journey: sid, page, agentCode: "R104" }));
    expect(supportCase).toMatchObject({ brand: "belair", page, roadblock: "unable-to-identify", language: "fr" });
    expect(supportCase.journey).toMatchObject({ kind: "registration", state: "ended", endReason: "unidentified" });
    expect(supportCase.steps.map(({ event, mismatch }) => [event, mismatch])).toEqual([
      ["registration.started", undefined],
      ["registration.stepped", undefined],
      ["registration.notFound", "postalCode"],
      ["registration.notFound", "dateOfBirth"],
      ["registration.unidentified", "policy"],
      ["roadblock.met", undefined],
    ]);
    expect(supportCase.acts).toEqual({ lift: [], unlock: false, unfreeze: false, links: [], waive: false });
    expectNothingPersonal(supportCase, dataAbout(person, ["J4K2M9", "1971-05-17", "ZZZ9999"]));
  });

  test("shows the state of each message with its channel and last two digits", async () => {
    const person = await newPerson(testApi);
    const visitor = await new Visitor(testApi.apis).toCode(person, { option: "SMS" });
    const code = await codeSentTo(testApi, person.cellPhone);
    const made = await reference({ journey: sessionOf(visitor), page: "/create-an-account/verify/code" });
    const supportCase = await caseOf(made);
    expect(supportCase.messages).toMatchObject([
      { message: "registrationCode", channel: "SMS", endsIn: person.cellPhone.slice(-2), state: "queued" },
    ]);
    expect(supportCase.account).toBe("none");
    expect(supportCase.acts.links).toEqual(["DEFPWD_REGISTER"]);
    expectNothingPersonal(supportCase, dataAbout(person, [code]));
    await testApi.moveClock(11 * 60);
    expect((await caseOf(made)).messages).toMatchObject([{ state: "expired" }]);
  });

  test("records each look in the audit trail with the agent's id", async () => {
    const visitor = await new Visitor(testApi.apis).start();
    const code = await reference({ journey: sessionOf(visitor) });
    await caseOf(code);
    expect((await deskEvents()).at(-1)).toMatchObject({
      event: "support.viewed",
      result: "found",
      actor: "agent:amelie.12",
      journey_id: sessionOf(visitor),
    });
  });

  test("does not include agents' looks in the person's steps", async () => {
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    const journeyId = sessionOf(visitor);
    const code = await reference({ journey: journeyId });
    const { database, auditor } = testApi.deps;
    await database.transaction().execute(async (transaction) => {
      for (let count = 0; count < 200; count += 1)
        await auditor.record(transaction, {
          event: "support.viewed",
          result: "found",
          actor: "agent:amelie.12",
          brandId: "belair",
          journeyId,
        });
    });
    const supportCase = await caseOf(code);
    expect(supportCase.steps.map(({ event }) => event)).toEqual(["registration.started", "registration.stepped"]);
  });

  test("keeps the title form that the page showed, and refuses an unknown one", async () => {
    const until = "2026-11-21T18:51:20.000Z";
    const made = await reference({ agentCode: "R201", titleForm: "until", until });
    const supportCase = await caseOf(made);
    expect(supportCase).toMatchObject({ roadblock: "forgot-password", titleForm: "until", until });
    await expect(reference({ titleForm: "<b>" })).rejects.toThrow();
  });

  test("shows only the page and its context for a reference without a journey", async () => {
    const supportCase = await caseOf(await reference({ page: "/legal/privacy" }));
    expect(supportCase).toEqual({
      code: supportCase.code,
      brand: "belair",
      madeAt: supportCase.madeAt,
      province: "qc",
      language: "fr",
      page: "/legal/privacy",
      steps: [],
      messages: [],
      requests: [],
      changes: [],
      limits: [],
      acts: { lift: [], unlock: false, unfreeze: false, links: [], waive: false },
    });
  });

  test("keeps the steps of a registration that was deleted", async () => {
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    const code = await reference({ journey: sessionOf(visitor) });
    await testApi.pool.query("delete from registration_attempt where id = $1", [sessionOf(visitor)]);
    const supportCase = await caseOf(code);
    expect(supportCase.journey).toEqual({ kind: "registration", state: "deleted" });
    expect(supportCase.steps.map(({ event }) => event)).toEqual(["registration.started", "registration.stepped"]);
  });
});

describe("looking up a reference", () => {
  const look = (code: string, by = deskAgent) => desk().look(by, code);

  test("answers a wrong check digit with 400 and an unknown reference with 404", async () => {
    const code = await reference({});
    const mistyped = code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);
    const refused = await look(mistyped);
    expect(refused).toMatchObject({ status: 400, error: { fields: { code: "format" } } });
    expect(refused).toMatchObject({ error: { message: expect.stringContaining("the reference was misread") } });
    await testApi.pool.query("delete from support_reference where code = $1", [code]);
    expect(await look(code)).toMatchObject({ status: 404 });
  });

  test("names the other brand of a reference and nothing else", async () => {
    const code = await reference({ page: "/roadblock/block" }, { apiKey: "intact" });
    const elsewhere = await look(code);
    expect(elsewhere).toMatchObject({ status: 404, error: { fields: { brand: "intact", name: "Intact" } } });
    expect(JSON.stringify(elsewhere)).not.toContain("block");
    await testApi.pool.query("delete from support_reference where code = $1", [code]);
    expect(JSON.stringify(await look(code))).not.toContain("intact");
  });

  test("reveals nothing of a journey of another brand", async () => {
    const visitor = await new Visitor(testApi.apis).toCode(await newPerson(testApi));
    const code = await reference({ journey: sessionOf(visitor) }, { apiKey: "intact" });
    const supportCase = dataOf(await look(code, { ...deskAgent, brandId: "intact" }));
    expect([supportCase.journey, supportCase.messages, supportCase.steps]).toEqual([
      { kind: "registration", state: "deleted" },
      [],
      [],
    ]);
  });

  test("requires a service credential, and an agent's id for each action", async () => {
    const code = await reference({});
    const refused = await look(code, { ...deskAgent, serviceCredential: "a-guess" });
    expect(refused).toMatchObject({ kind: "unavailable" });
    const path = `/internal/v1/support/${code}/unlock`;
    const headers = { authorization: `Bearer ${deskAgent.serviceCredential}` };
    expect((await api.request(path, { method: "POST" })).status).toBe(401);
    expect((await api.request(path, { method: "POST", headers })).status).toBe(400);
    const named = { ...headers, "agent-id": "maelle@courrier.example" };
    expect((await api.request(path, { method: "POST", headers: named })).status).toBe(400);
  });
});

describe("what an agent may do", () => {
  test("includes resetting a limit, after which the person continues at once", async () => {
    const person = await newPerson(testApi);
    let last = new Visitor(testApi.apis);
    for (let attempts = 0; attempts < limits.wrongCodeIdentity.limit; ) {
      last = await new Visitor(testApi.apis).toCode(person);
      attempts += (await guessUntilLocked(last, otherThan(await codeSentTo(testApi, person.email)))).attempts;
    }
    const code = await reference({ journey: sessionOf(last), agentCode: "R101" });
    const before = await caseOf(code);
    expect(before.limits.map(({ limit }) => limit)).toContain("wrongCodeIdentity");
    expect(before.acts.lift).toContain("wrongCodeIdentity");
    for (const { limit } of before.limits) await desk().lift(deskAgent, code, { limit: limit as "wrongCodeIdentity" });
    expect((await caseOf(code)).limits).toEqual([]);
    expect((await deskEvents()).filter(({ event }) => event === "support.lifted")).toContainEqual(
      expect.objectContaining({
        actor: "agent:amelie.12",
        result: "ok",
        journey_id: sessionOf(last),
        facts: expect.objectContaining({ limit: "wrongCodeIdentity" }),
      }),
    );
    const again = await toCreate(testApi, new Visitor(testApi.apis), person);
    expect(again.page()).toBe("CREATE");
    expectNothingPersonal(before, dataAbout(person));
  });

  test("includes unlocking the account of a sign-in", async () => {
    const holder = await newHolder(testApi);
    const recoverer = new Recoverer(testApi);
    const handle = await recoverer.found(holder.accountEmail);
    await testApi.pool.query("update account set status = 'L' where id = $1", [holder.accountId]);
    const code = await reference({ handle, page: "/roadblock/forgot-password" });
    const before = await caseOf(code);
    expect(before).toMatchObject({ account: "locked", limits: [{ limit: "passwordLocked" }], acts: { unlock: true } });
    expect(dataOf(await desk().unlock(deskAgent, code))).toEqual({ done: true });
    expect(await caseOf(code)).toMatchObject({ account: "active", limits: [], acts: { unlock: false } });
    expect(dataOf(await desk().unlock(deskAgent, code))).toEqual({ done: false });
    expect((await caseOf(code)).steps).toContainEqual(
      expect.objectContaining({ event: "account.unlocked", by: "agent", who: "amelie.12", result: "unlocked" }),
    );
    expectNothingPersonal(before, dataAbout(holder, [holder.accountEmail, holder.accountId, firstPassword]));
  });

  test("includes sending a link to the account’s e-mail, which the agent never sees", async () => {
    const holder = await newHolder(testApi);
    const recoverer = new Recoverer(testApi);
    const id = await recoverer.startReset(holder.accountEmail);
    const { code: secret } = await newestReset(testApi, holder.accountEmail);
    const code = await reference({ handle: id, page: "/roadblock/contact-changed" });
    const supportCase = await caseOf(code);
    expect(supportCase).toMatchObject({
      journey: { kind: "recovery", state: "open" },
      messages: [{ message: "passwordReset", channel: "EMAIL" }],
      acts: { links: ["RESETPWD_LOGIN"] },
    });
    expectNothingPersonal(supportCase, dataAbout(holder, [holder.accountEmail, secret]));
    const email = holder.accountEmail;
    expect(dataOf(await desk().link(deskAgent, code, { action: "RESETPWD_LOGIN", email }))).toEqual({ done: true });
    const { rows } = await testApi.pool.query("select kind from notification where recipient = $1 and kind = 'link'", [
      email,
    ]);
    expect(rows).toEqual([{ kind: "link" }]);
    const after = await caseOf(code);
    expect(after.steps).toContainEqual(
      expect.objectContaining({ event: "support.linkSent", by: "agent", who: "amelie.12" }),
    );
    expectNothingPersonal(after, [...dataAbout(holder, [holder.accountEmail]), email]);
    const issued = (await deskEvents()).filter(({ event }) => event === "link.issued");
    expect(issued.at(-1)).toMatchObject({ actor: "agent:amelie.12" });
  });

  test("excludes actions that do not apply to the person", async () => {
    const code = await reference({ handle: await new Recoverer(testApi).found("nobody-at-all@courrier.example") });
    expect(await caseOf(code)).toMatchObject({ journey: { kind: "signIn" }, account: "none" });
    expect(await desk().unlock(deskAgent, code)).toMatchObject({ status: 409 });
    expect(await desk().link(deskAgent, code, { action: "RESETPWD_LOGIN" })).toMatchObject({ status: 409 });
    expect(await desk().lift(deskAgent, code, { limit: "wrongCellPhone" })).toMatchObject({ status: 409 });
  });
});
