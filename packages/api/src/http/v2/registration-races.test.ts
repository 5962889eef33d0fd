import { keyedHash } from "@vestibule/api/platform/keyed-hash.adapter.ts";
import { describe, expect, test } from "vitest";
import {
  codeSentTo,
  createBody,
  newPerson,
  otherThan,
  type TestPerson,
  toCreate,
  type Visitor,
} from "../../../../../test/registration.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor } = await openRegistrationTest();

const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const events = async (visitor: Visitor) => {
  const { rows } = await testApi.pool.query("select event from audit_event where journey_id = $1", [
    visitor.claims().sid,
  ]);
  return rows.map(({ event }) => event as string);
};
const hitsOf = async (limit: string, subject: string) => {
  const key = keyedHash(testApi.deps.keys.lookupHash, ["limit", limit, subject]);
  const { rows } = await testApi.pool.query("select cardinality(hits) as hits from limit_window where key = $1", [key]);
  return rows[0]?.hits;
};
const tokensOf = (results: { kind: string; token?: string | undefined }[]) =>
  new Set(results.map((result) => ("token" in result ? result.token : undefined)));

describe("concurrent requests on two servers", () => {
  test("A-041 F-25 with one token get one and the same next token", async () => {
    for (let run = 0; run < 2; run++) {
      const visitor = await createVisitor().start();
      const body = { accountType: "policyHolder" } as const;
      const results = await times(20, () => visitor.repeat("accountType", visitor.token, body));
      expect(results.every(({ kind }) => kind === "ok")).toBe(true);
      expect(tokensOf(results).size).toBe(1);
    }
  });

  test("A-041 with one token and different bodies have one accepted, and the others refused as replaced", async () => {
    const visitor = await createVisitor().start("policyHolder");
    const results = await times(20, (index) =>
      visitor.repeat("identify", visitor.token, { email: `nobody${index}@courrier.example` }),
    );
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    for (const result of results)
      if (result.kind === "error") expect(result.error).toEqual({ error: "INVALID_TOKEN", message: "jwt replaced" });
  });

  test("A-002 with one token and different wrong codes have at most one checked", async () => {
    for (let run = 0; run < 2; run++) {
      const person = await newPerson(testApi, { cell_phone: null });
      const visitor = await createVisitor().toCode(person);
      const code = await codeSentTo(testApi, person.email);
      const results = await times(50, (index) =>
        visitor.repeat("verify", visitor.token, { securityCode: otherThan(String((Number(code) + index) % 999_999)) }),
      );
      const attempts = results.filter(
        (result) => result.kind === "error" && result.error.error === "INVALID_ACTIVATION_CODE",
      );
      const checked = await hitsOf("wrongCodeIdentity", `belair|${person.personKey}|${person.email}`);
      expect(checked).toBeLessThanOrEqual(1);
      // Where the others fill the count of the day before theirs is refunded, the one checked is answered as a lockout.
      expect(attempts.length).toBeLessThanOrEqual(checked);
      expect((await events(visitor)).filter((event) => event === "code.refused")).toHaveLength(attempts.length);
    }
  });

  test("A-002 A-005 with wrong codes in many sessions of one person have exactly ten checked", async () => {
    for (let run = 0; run < 2; run++) {
      const person = await newPerson(testApi, { cell_phone: null, pin: "AB12CD34" });
      const visitors = await times(8, () => createVisitor().toCode(person, { option: "PIN" }));
      const rounds = await times(8, async (index) => {
        const visitor = visitors[index] ?? createVisitor();
        const errors: string[] = [];
        for (let turn = 0; turn < 6; turn++) {
          const result = await visitor.verify(`ZZ99ZZ${turn}${index}`);
          if (result.kind === "error") errors.push(result.error.error);
          if (errors.at(-1) === "EXCEEDED_RETRIES_CODE_ACTIVATION") break;
        }
        return errors;
      });
      expect(await hitsOf("wrongCodeIdentity", `belair|${person.personKey}|${person.email}`)).toBe(10);
      expect(rounds.flat().filter((error) => error === "INVALID_ACTIVATION_CODE").length).toBeLessThan(10);
    }
  });

  test("A-008 with the same correct code advance the session and consume the code once", async () => {
    for (let run = 0; run < 2; run++) {
      const person = await newPerson(testApi, { cell_phone: null });
      const visitor = await createVisitor().toCode(person);
      const body = { securityCode: await codeSentTo(testApi, person.email) };
      const results = await times(50, () => visitor.repeat("verify", visitor.token, body));
      expect(tokensOf(results).size).toBe(1);
      expect((await events(visitor)).filter((event) => event === "code.accepted")).toHaveLength(1);
      expect(await hitsOf("wrongCodeIdentity", `belair|${person.personKey}|${person.email}`)).toBe(0);
      expect(await hitsOf("sendRecipient", person.email)).toBe(0);
    }
  });

  test("A-025 for a resend send one message", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    await testApi.moveClock(31);
    const results = await times(20, () => visitor.repeat("resend", visitor.token));
    expect(tokensOf(results).size).toBe(1);
    const { rows } = await testApi.pool.query("select count(*)::int as n from notification where recipient = $1", [
      person.email,
    ]);
    expect(rows[0].n).toBe(2);
    expect(await hitsOf("sendRecipient", person.email)).toBe(2);
  });

  test("A-056 to create one person's account create one, with one message and one event, and refuse the others alike", async () => {
    for (let run = 0; run < 2; run++) {
      const person = await newPerson(testApi, { cell_phone: null });
      const visitors = await ready(person, 8);
      const results = await times(8, (index) => (visitors[index] ?? createVisitor()).call("create", createBody));
      const responses = results.map((result) => (result.kind === "error" ? result.error.error : result.kind));
      expect(responses.sort()).toEqual([...Array(7).fill("ACCOUNT_ALREADY_EXISTS"), "ok"]);
      const { rows } = await testApi.pool.query(
        `select (select count(*) from account where email = $1)::int as accounts,
                (select count(*) from notification where recipient = $1 and kind = 'welcome')::int as mails,
                (select count(*) from audit_event e join account a on a.id = e.account_id
                 where a.email = $1 and event = 'account.created')::int as events`,
        [person.email],
      );
      expect(rows[0]).toEqual({ accounts: 1, mails: 1, events: 1 });
    }
  });

  test("A-056 to create an account with one token create one and get the same answer", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await toCreate(testApi, createVisitor(), person);
    const results = await times(50, () => visitor.repeat("create", visitor.token, createBody));
    expect(results.every((result) => result.kind === "ok" && result.status === 201)).toBe(true);
    expect(tokensOf(results).size).toBe(1);
    const { rows } = await testApi.pool.query("select count(*)::int as n from account where person_key = $1", [
      person.personKey,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test("A-058 of two persons with one verified e-mail create one account, and ask the other person for another e-mail", async () => {
    const people = [await newPerson(testApi), await newPerson(testApi)];
    const visitors: Visitor[] = [];
    for (const person of people) {
      const visitor = await createVisitor().toCode(person, { option: "SMS" });
      await visitor.verify(await codeSentTo(testApi, person.cellPhone));
      await visitor.call("username", { email: "shared@household.example" });
      await visitor.verify(await codeSentTo(testApi, "shared@household.example"));
      visitors.push(visitor);
    }
    const results = await Promise.all(visitors.map((visitor) => visitor.call("create", createBody)));
    const responses = results.map((result) => (result.kind === "error" ? result.error.error : result.kind));
    expect(responses.sort()).toEqual(["EMAIL_ALREADY_EXISTS", "ok"]);
  });
});

/** Sessions of one person at CREATE; the recipient's daily limit of codes allows ten. */
async function ready(person: TestPerson, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let made = 0; made < count; made++) visitors.push(await toCreate(testApi, createVisitor(), person));
  return visitors;
}
