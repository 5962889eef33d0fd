import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { dataOf, newestReset, nextPassword, Recoverer, summaryOf } from "../../../../test/recovery.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type TestPerson,
  toCreate,
  Visitor,
} from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { supportDeskOf } from "../../../../test/support-desk.ts";
import { readAccountClaims } from "../oidc/claims.store.ts";
import { presentClaims } from "../oidc/present-claims.ts";

const testApi = await openTestApi();
const profile = clientOf(testApi, profileEndpoints);
const ownData = clientOf(testApi, ownDataEndpoints);
const addition = clientOf(testApi, policyAdditionEndpoints);
const support = supportDeskOf(testApi);
const year = 366 * 24 * 3600;

async function register(person: TestPerson) {
  const visitor = await toCreate(testApi, new Visitor(testApi.apis), person);
  const result = await visitor.call("create", createBody);
  const { rows } = await testApi.pool.query("select id from account where email = $1", [person.email]);
  return { visitor, result, accountId: String(rows[0]?.id) };
}

/** What the account shows and exports. */
async function fileOf(accountId: string): Promise<string> {
  const caller = await openSession(testApi, accountId);
  const shown = [dataOf(await profile.profile(caller)), dataOf(await profile.policies(caller))];
  return JSON.stringify([...shown, await ownData.data(caller)]);
}

const factsOf = ({ cellPhone, policy }: TestPerson) => [cellPhone, policy.policyNumber, policy.postalCode];
const foundIn = (file: string, facts: readonly string[]) => facts.filter((fact) => file.includes(fact));

/** Two namesakes with an account each; then the insurer puts the first one's e-mail on the row of the second. */
async function mixedUp(last_name: string, more: Parameters<typeof newPerson>[1] = {}) {
  const names = { first_name: "Julie", last_name, date_of_birth: "1980-05-06" };
  const first = await newPerson(testApi, names);
  const second = await newPerson(testApi, { ...names, postal_code: "G1R4P5", ...more });
  const accounts = [await register(first), await register(second)] as const;
  await testApi.pool.query("update book_row set email = null where id = $1", [first.rowId]);
  await testApi.pool.query(
    "update book_row set email_before = email, email_since = app_now(), email = $2 where id = $1",
    [second.rowId, first.email],
  );
  return { first, second, accountId: accounts[0].accountId, ofSecond: accounts[1].accountId };
}

test.each([
  ["", {}],
  [", whose row has an id", { person_id: "P-5021" }],
])("A-424 an e-mail that the insurer puts on a namesake's row opens nothing of the namesake%s", async (name, more) => {
  const { first, second, accountId, ofSecond } = await mixedUp(name === "" ? "Roy" : "Roi", more);
  for (const days of [0, 4]) {
    await testApi.moveClock(days * 24 * 3600);
    expect(foundIn(await fileOf(accountId), factsOf(second))).toEqual([]);
    expect(foundIn(await fileOf(ofSecond), [...factsOf(first).slice(0, 2)])).toEqual([]);
    const handle = await new Recoverer(testApi).found(first.email);
    const shown = JSON.stringify(await support.caseOf(await support.reference({ handle, page: "/" })));
    expect(foundIn(shown, factsOf(second))).toEqual([]);
  }
});

test("A-424 a reset asks the first namesake for a fact of their own row, and takes none of the other's", async () => {
  const { first, second } = await mixedUp("Rey");
  const attempt = async (postalCode: string) => {
    const person = new Recoverer(testApi);
    const started = await person.startReset(first.email);
    const { id, token } = await person.proven(started, (await newestReset(testApi, first.email)).code);
    return summaryOf(await person.password(id, { password: nextPassword, token, postalCode }));
  };
  expect(await attempt(second.policy.postalCode)).toBe("400 1002");
  expect(await attempt(first.policy.postalCode)).toBe("200");
});

/** What an account shows, exports and gives to an application. */
async function givenBy(accountId: string): Promise<string> {
  const claims = await readAccountClaims(testApi.database, { accountId, brandId: "belair" });
  if (claims === undefined) throw new Error("no account");
  const brand = { companies: ["belair"] };
  const given = await presentClaims(testApi.deps, { brand, accountId, claims, scope: "openid policies" });
  const caller = await openSession(testApi, accountId);
  return JSON.stringify([given, dataOf(await profile.policies(caller))]);
}

const shownNumber = ({ policy }: TestPerson) => [policy.policyNumber, `•${policy.policyNumber.slice(-2)}"`];

/** Registers by the policy number and a code to the e-mail on it. */
async function registerByPolicy(person: TestPerson) {
  const visitor = await new Visitor(testApi.apis).toCode(person, { by: "policyNumber" });
  await visitor.verify(await codeSentTo(testApi, person.email));
  const result = await visitor.call("create", createBody);
  const { rows } = await testApi.pool.query("select id from account where email = $1", [person.email]);
  return { visitor, result, accountId: String(rows[0]?.id) };
}

const putEmailOn = ({ rowId }: TestPerson, email: string) =>
  testApi.pool.query("update book_row set email = $2 where id = $1", [rowId, email]);

test("A-505 a person who registers with an e-mail that is on a namesake's row too gets nothing of the namesake's account", async () => {
  const names = { first_name: "Julie", last_name: "Rey a", date_of_birth: "1980-05-06" };
  const victim = await newPerson(testApi, { ...names, line: "home", postal_code: "G1R4P5" });
  const ofVictim = await register(victim);
  const namesake = await newPerson(testApi, names);
  await putEmailOn(victim, namesake.email);
  const { accountId, result } = await registerByPolicy(namesake);
  expect(result.kind).toBe("ok");
  const given = await givenBy(accountId);
  expect(foundIn(given, shownNumber(namesake))).toHaveLength(2);
  expect(foundIn(given, shownNumber(victim))).toEqual([]);
  expect(foundIn(await fileOf(accountId), factsOf(victim))).toEqual([]);
  expect(foundIn(await givenBy(ofVictim.accountId), shownNumber(victim))).toHaveLength(2);
});

test("A-505 an account that has a namesake's policy loses it once the namesake has proven it", async () => {
  const names = { first_name: "Julie", last_name: "Rey b", date_of_birth: "1980-05-06" };
  const victim = await newPerson(testApi, { ...names, line: "home", postal_code: "G1R4P5" });
  const namesake = await newPerson(testApi, names);
  await putEmailOn(victim, namesake.email);
  const { accountId } = await registerByPolicy(namesake);
  await putEmailOn(victim, victim.email);
  const ofVictim = await registerByPolicy(victim);
  expect(ofVictim.visitor.page()).toBe("CONFIRM");
  expect(foundIn(await givenBy(accountId), shownNumber(victim))).toEqual([]);
  expect(foundIn(await givenBy(accountId), shownNumber(namesake))).toHaveLength(2);
  expect(foundIn(await givenBy(ofVictim.accountId), shownNumber(victim))).toHaveLength(2);
});

test.each(["in the account", "by a registration"])(
  "A-505 a policy that a person adds %s brings none of a namesake's account with the same e-mail",
  async (how) => {
    const last_name = how === "in the account" ? "Rey c" : "Rey d";
    const names = { first_name: "Julie", last_name, date_of_birth: "1980-05-06" };
    const victim = await newPerson(testApi, { ...names, line: "home", postal_code: "G1R4P5" });
    await register(victim);
    const namesake = await newPerson(testApi, names);
    const { accountId } = await register(namesake);
    const added = await newPerson(testApi, { ...names, cell_phone: namesake.cellPhone });
    await putEmailOn(victim, added.email);
    if (how === "in the account") {
      const caller = await openSession(testApi, accountId);
      const { policyNumber, lastName, postalCode } = added.policy;
      dataOf(await addition.request(caller, { policyNumber, lastName, postalCode, channel: "EMAIL" }));
      expect(summaryOf(await addition.confirm(caller, { code: await codeSentTo(testApi, added.email) }))).toBe("204");
    } else {
      await testApi.pool.query("insert into account_contact values ($1, $2, now())", [accountId, added.email]);
      const visitor = await new Visitor(testApi.apis).toCode(added, { by: "policyNumber" });
      await visitor.call("identify", { method: "accountEmail" });
      const options = await visitor.call("options");
      const byEmail = options.kind === "ok" ? options.data.find(({ type }) => type === "EMAIL") : undefined;
      await visitor.call("send", byEmail?.id ?? "");
      await visitor.verify(await codeSentTo(testApi, added.email));
      expect(visitor.page()).toBe("WELCOME_BACK");
    }
    const { rows } = await testApi.pool.query("select policy_number from account_policy where account_id = $1", [
      accountId,
    ]);
    const numbers = [namesake, added].map(({ policy }) => policy.policyNumber);
    expect(rows.map((row) => row.policy_number).sort()).toEqual(numbers.sort());
    expect(foundIn(await givenBy(accountId), shownNumber(victim))).toEqual([]);
  },
);

test("A-425 an id that the insurer gives to another person a year later opens nothing, and both have an account", async () => {
  const person_id = "P-77";
  const first = await newPerson(testApi, { first_name: "Julie", last_name: "Tremblay", person_id });
  const { accountId } = await register(first);
  await testApi.pool.query("delete from book_row where id = $1", [first.rowId]);
  await testApi.moveClock(year);
  const luc = { first_name: "Luc", last_name: "Gagnon", date_of_birth: "1955-02-03", postal_code: "G1R4P5" };
  const other = await newPerson(testApi, { ...luc, person_id });
  const { visitor, result, accountId: ofOther } = await register(other);
  expect([result.kind, visitor.page()]).toEqual(["ok", "CONFIRM"]);
  expect(JSON.stringify(await visitor.call("accountInfo"))).not.toContain(first.email);
  expect(foundIn(await fileOf(accountId), factsOf(other))).toEqual([]);
  expect(foundIn(await fileOf(ofOther), factsOf(other)).length).toBeGreaterThan(0);
  expect(foundIn(await fileOf(ofOther), [first.email, first.policy.policyNumber])).toEqual([]);
});

test("A-428 two people whose names only fold alike, born the same day, are found and never joined", async () => {
  const date_of_birth = "1991-03-04";
  const people = [
    await newPerson(testApi, { first_name: "Işık", last_name: "Đặng", date_of_birth }),
    await newPerson(testApi, { first_name: "Isik", last_name: "Dang", date_of_birth, postal_code: "G1R4P5" }),
    await newPerson(testApi, { first_name: "Ișik", last_name: "Dàng", date_of_birth, postal_code: "K1A0B1" }),
  ];
  for (const { policy } of people) {
    const typed = { ...policy, firstName: "Isik", lastName: "Dang" };
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    expect(await visitor.call("identify", typed)).toMatchObject({ kind: "ok" });
  }
  const accounts = [];
  for (const person of people) accounts.push(await register(person));
  expect(new Set(accounts.map(({ accountId }) => accountId)).size).toBe(3);
  for (const [at, { accountId }] of accounts.entries()) {
    const file = await fileOf(accountId);
    const others = people
      .filter((_, index) => index !== at)
      .flatMap(({ email, policy }) => [email, policy.policyNumber]);
    expect(foundIn(file, others)).toEqual([]);
  }
});

test("A-425 an id that a later book leaves out joins no namesake", async () => {
  const names = { first_name: "Julie", last_name: "Bédard", date_of_birth: "1980-05-06" };
  const first = await newPerson(testApi, { ...names, person_id: "P-81" });
  const second = await newPerson(testApi, { ...names, person_id: "P-82", postal_code: "G1R4P5" });
  const { accountId } = await register(first);
  await testApi.pool.query("update book_row set person_id = null where id = any($1)", [[first.rowId, second.rowId]]);
  expect(foundIn(await fileOf(accountId), factsOf(first)).length).toBeGreaterThan(0);
  expect(foundIn(await fileOf(accountId), factsOf(second))).toEqual([]);
  const { result, accountId: ofSecond } = await register(second);
  expect(result.kind).toBe("ok");
  expect(ofSecond).not.toBe(accountId);
});
