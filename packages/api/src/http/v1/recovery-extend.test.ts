import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer, summaryOf } from "../../../../../test/recovery.ts";
import { minutesTo } from "../../../../../test/registration.ts";

const testApi = await openTestApi();

/** A reset whose code was verified. */
async function proven() {
  const { accountEmail } = await newHolder(testApi);
  const person = new Recoverer(testApi);
  const id = await person.startReset(accountEmail);
  const { token } = await person.proven(id, (await newestReset(testApi, accountEmail)).code);
  const extend = (more: { id?: string; token?: string } = {}) =>
    person.calls.extend(person.caller, more.id ?? id, { token: more.token ?? token });
  return { person, id, token, extend };
}

describe("extending a reset", () => {
  test("restarts the token's ten minutes, but not the hour from the start of the reset", async () => {
    const { person, id, token, extend } = await proven();
    for (const passed of [9, 18, 27, 36, 45]) {
      await testApi.moveClock(9 * 60);
      const { idleEndsAt, endsAt } = dataOf(await extend());
      expect([minutesTo(testApi, idleEndsAt), minutesTo(testApi, endsAt)]).toEqual([10, 60 - passed]);
    }
    await testApi.moveClock(9 * 60);
    const { idleEndsAt, endsAt } = dataOf(await extend());
    expect([minutesTo(testApi, idleEndsAt), idleEndsAt]).toEqual([6, endsAt]);
    const set = await person.password(id, { password: nextPassword, token, postalCode: "H2X 1Y4" });
    expect(summaryOf(set)).toBe("200");
    expect(summaryOf(await extend())).toBe("404 1404");
  });

  test("never shortens the time of a token issued late", async () => {
    const { accountEmail } = await newHolder(testApi);
    const person = new Recoverer(testApi);
    const id = await person.startReset(accountEmail);
    await testApi.moveClock(50 * 60);
    dataOf(await person.sendAgain(id));
    await testApi.moveClock(5 * 60);
    const { token } = await person.proven(id, (await newestReset(testApi, accountEmail)).code);
    await testApi.moveClock(60);
    const { idleEndsAt, endsAt } = dataOf(await person.calls.extend(person.caller, id, { token }));
    expect([minutesTo(testApi, idleEndsAt), idleEndsAt]).toEqual([9, endsAt]);
  });

  test("is refused after the token expires", async () => {
    const { extend } = await proven();
    await testApi.moveClock(10 * 60);
    expect(summaryOf(await extend())).toBe("404 1404");
  });

  test("requires the id and its own token, under their brand", async () => {
    const one = await proven();
    const other = await proven();
    expect(summaryOf(await one.extend({ token: other.token }))).toBe("404 1404");
    expect(summaryOf(await one.extend({ id: other.id }))).toBe("404 1404");
    const elsewhere = { ...one.person.caller, apiKey: "intact" };
    expect(summaryOf(await one.person.calls.extend(elsewhere, one.id, { token: one.token }))).toBe("404 1404");
    expect(summaryOf(await one.extend())).toBe("200");
  });
});
