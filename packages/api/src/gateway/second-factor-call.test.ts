import { limits } from "@vestibule/catalogue/limit.table.ts";
import { denialEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { callerFrom } from "../../../../test/described-response.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, firstPassword, messagesTo, newHolder, summaryOf } from "../../../../test/recovery.ts";
import { clientOf } from "../../../../test/signed-in.ts";
import { limitStore } from "../limits/limit.store.ts";
import { listOutbox } from "../messages/outbox.adapter.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl, wrongPassword } from "./test/gateway-test-api.ts";
import { SecondProof, waitingPerson } from "./test/second-factor.ts";

const brands = await testBrands("newBrowser");
const testApi = closeAfterTests(await createGatewayTestApi({ brands }));

const offeredBy = async (proof: SecondProof) => {
  const waiting = dataOf(await proof.read());
  return waiting.state === "waiting" ? waiting.methods : [];
};
const idsOf = async (proof: SecondProof) => (await offeredBy(proof)).map(({ id }) => id);
const channelsTo = async (number: string) => {
  const { rows } = await testApi.pool.query("select channel from notification where recipient = $1 order by sequence", [
    number,
  ]);
  return rows.map(({ channel }) => channel);
};
const newNumber = (exchange: string) => `${exchange}${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;

describe("a code that a call speaks", () => {
  test("opens the session, and the call has the digits one by one, twice", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone, "call");
    expect(await channelsTo(person.cellPhone)).toEqual(["VOICE"]);
    const [call] = await listOutbox(testApi.database, brands, { limit: 1 });
    expect(call).toMatchObject({ channel: "VOICE", to: person.cellPhone, code, link: null, html: null });
    expect(call?.text.split([...code].join(", "))).toHaveLength(3);
    expect(call?.text).not.toContain("http");
    expect(summaryOf(await proof.verify(code, { id: "call" }))).toBe("200");
    expect(leadsTo(await proof.finish())).toBe(loginResultUrl("success"));
    const { rows } = await testApi.pool.query("select second_factor from gateway_session where account_id = $1", [
      person.accountId,
    ]);
    expect(rows).toEqual([{ second_factor: "call" }]);
  });

  test("A-336 proves no other method", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone, "call");
    expect(summaryOf(await proof.verify(code, { id: "text" }))).toMatch(/^400 3005/);
    expect(summaryOf(await proof.verify(code, { id: "call" }))).toBe("200");
  });

  test("is in the language of the page", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await proof.send("call");
    const [spoken] = await messagesTo(testApi, person.cellPhone);
    expect(spoken).toMatchObject({ kind: "secondFactorCode", language: proof.caller.language });
  });
});

describe("calls", () => {
  test("are offered first while texts are late, and last while calls are", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const makeLate = (channel: string) =>
      testApi.pool.query(
        "update notification set queued_at = queued_at - interval '1 minute' where recipient = $1 and channel = $2",
        [person.cellPhone, channel],
      );
    const sendAll = () => testApi.pool.query("update notification set status = 'accepted' where status = 'queued'");
    await sendAll();
    await proof.send("text");
    await makeLate("SMS");
    expect(await offeredBy(proof)).toMatchObject([{ id: "call" }, { id: "text", isLate: true }]);
    await sendAll();
    await testApi.moveClock(31);
    await proof.send("call");
    await makeLate("VOICE");
    expect(await offeredBy(proof)).toMatchObject([{ id: "text" }, { id: "call", isLate: true }]);
    await sendAll();
  });

  test("are not offered by a brand whose methods do not name them, or without a provider", async () => {
    const withoutCalls = await testBrands("newBrowser");
    for (const { secondFactor } of withoutCalls.brands)
      Object.assign(secondFactor, { methods: secondFactor.methods.filter((id) => id !== "call") });
    for (const more of [{ brands: withoutCalls }, { brands, canCall: false }]) {
      const other = await createGatewayTestApi(more);
      try {
        const { proof } = await waitingPerson(other);
        expect(await idsOf(proof)).toEqual(["text"]);
        expect(summaryOf(await proof.send("call"))).toMatch(/^400 1000/);
      } finally {
        await other.close();
      }
    }
  });

  test("A-394 count together with texts: three in ten minutes and eight a day", async () => {
    const person = await newHolder(testApi);
    let sent = 0;
    const refusals: string[] = [];
    let proof = new SecondProof(testApi);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      proof = new SecondProof(testApi);
      await proof.browser.signIn(person.accountEmail, firstPassword);
      const result = await proof.send(attempt % 2 ? "text" : "call");
      if (result.kind === "ok") sent += 1;
      else refusals.push(summaryOf(result));
      if (attempt === 3) expect([sent, refusals]).toEqual([3, ["429 1429"]]);
      if (refusals.at(-1) === "429 1429") await testApi.moveClock(601);
    }
    expect(sent).toBe(limits.secondFactorTelephoneDay.limit);
    expect(await channelsTo(person.cellPhone)).toHaveLength(sent);
  });

  test("A-455 whose number of the day is used up are not replaced by an e-mail", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const limit = "secondFactorTelephoneDay" as const;
    for (let sent = 0; sent < limits[limit].limit; sent += 1)
      await limitStore(testApi.deps).consume(testApi.database, { limit, subject: person.accountId });
    const fullUntil = expect.any(String);
    expect(await offeredBy(proof)).toMatchObject([
      { id: "text", fullUntil },
      { id: "call", fullUntil },
    ]);
    expect(summaryOf(await proof.send("email"))).toMatch(/^400 1000/);
  });

  test("A-395 are not made before the right password, nor to a number that has not settled", async () => {
    const person = await newHolder(testApi, { cell_phone: null });
    const number = newNumber("581555");
    const proves = "insert into account_contact (account_id, contact, confirmed_at) values ($1, $2, app_now())";
    await testApi.pool.query("update account set created_at = created_at - interval '1 day' where id = $1", [
      person.accountId,
    ]);
    await testApi.pool.query(proves, [person.accountId, number]);
    const proof = new SecondProof(testApi);
    await proof.browser.signIn(person.accountEmail, wrongPassword);
    expect(summaryOf(await proof.send("call"))).toBe("404 1404");
    await proof.browser.signIn(person.accountEmail, firstPassword);
    expect(await idsOf(proof)).toEqual(["email"]);
    expect(summaryOf(await proof.send("call"))).toMatch(/^400 1000/);
    expect(await channelsTo(number)).toEqual([]);
    await testApi.moveClock(73 * 3600);
    const later = new SecondProof(testApi);
    await later.browser.signIn(person.accountEmail, firstPassword);
    expect(await idsOf(later)).toEqual(["text", "call"]);
  });

  test.each(["876555", "212555", "800555", "900555", "514976", "600555"])(
    "A-396 are never made to a number on file that begins with %s: abroad, toll-free, premium or caller-paid",
    async (exchange) => {
      const number = newNumber(exchange);
      const { proof } = await waitingPerson(testApi, { cell_phone: number });
      expect(await idsOf(proof)).not.toContain("call");
      expect(summaryOf(await proof.send("call"))).toMatch(/^400 1000/);
      expect(await channelsTo(number)).toEqual([]);
    },
  );

  test("A-397 stop with the texts to a telephone whose owner refused a login", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await proof.send("text");
    const [message] = await messagesTo(testApi, person.cellPhone);
    const token = new URL(message?.facts.link ?? "").searchParams.get("login") ?? "";
    expect(dataOf(await clientOf(testApi, denialEndpoints).deny(callerFrom("192.0.2.3"), token)).state).toBe("denied");
    const thief = new SecondProof(testApi);
    await thief.browser.signIn(person.accountEmail, firstPassword);
    expect(await idsOf(thief)).toEqual([]);
    for (const id of ["text", "call"]) expect(summaryOf(await thief.send(id))).toMatch(/^400 1000/);
    expect(await channelsTo(person.cellPhone)).toEqual(["SMS"]);
  });
});
