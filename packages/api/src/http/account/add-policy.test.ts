import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { expect, test } from "vitest";
import { accountOf, mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, newHolder, summaryOf } from "../../../../../test/recovery.ts";
import { codeSentTo, newPerson, otherThan, type TestPerson } from "../../../../../test/registration.ts";
import { clientOf, openSession, signedInPerson } from "../../../../../test/signed-in.ts";

const testApi = await openTestApi();
const { request, confirm } = clientOf(testApi, policyAdditionEndpoints);
const { policies } = clientOf(testApi, profileEndpoints, 1);

const typed = ({ policy: { policyNumber, lastName, postalCode } }: TestPerson) => ({
  ...{ policyNumber, lastName, postalCode },
  channel: "EMAIL" as const,
});

/** A signed-in person, and a policy of the same first name and date of birth with other contacts. */
async function withOtherPolicy(cells: Parameters<typeof newPerson>[1] = {}) {
  const owner = await signedInPerson(testApi);
  const other = await newPerson(testApi, { last_name: owner.person.policy.lastName, line: "home", ...cells });
  return { ...owner, other };
}

test("adds another policy of the person by a code to the e-mail on it, once", async () => {
  const { caller, other } = await withOtherPolicy();
  expect(dataOf(await policies(caller)).policies).toHaveLength(1);
  const sent = dataOf(await request(caller, typed(other)));
  expect(sent.maskedRecipient).not.toBe(other.email);
  const code = await codeSentTo(testApi, other.email);
  expect(summaryOf(await confirm(caller, { code }))).toBe("204");
  expect(
    dataOf(await policies(caller))
      .policies.map(({ line }) => line)
      .sort(),
  ).toEqual(["auto", "home"]);
  expect(summaryOf(await confirm(caller, { code }))).toBe("404 1404");
});

test("tells the owner of another account that has the policy, and no other namesake", async () => {
  const { caller, person, other } = await withOtherPolicy();
  const namesake = await newPerson(testApi, { last_name: person.policy.lastName });
  for (const owner of [other, namesake]) await accountOf(testApi, owner);
  dataOf(await request(caller, typed(other)));
  expect(summaryOf(await confirm(caller, { code: await codeSentTo(testApi, other.email) }))).toBe("204");

  const kindsTo = async ({ email }: TestPerson) => (await mailsTo(testApi, email)).map(({ kind }) => kind);
  expect(await kindsTo(other)).toEqual(["policyCode", "policyInOtherAccount"]);
  expect(await kindsTo(namesake)).toEqual([]);
  expect(await kindsTo(person)).toEqual(["policyAdded"]);
});

test("A-506 tells every e-mail on file of the policy, and not the one that it brings", async () => {
  const holder = await newHolder(testApi);
  const caller = await openSession(testApi, holder.accountId);
  const other = await newPerson(testApi, { last_name: holder.policy.lastName, line: "home" });
  dataOf(await request(caller, typed(other)));
  expect(summaryOf(await confirm(caller, { code: await codeSentTo(testApi, other.email) }))).toBe("204");
  const kindsTo = async (email: string) => (await mailsTo(testApi, email)).map(({ kind }) => kind);
  for (const email of [holder.accountEmail, holder.email]) expect(await kindsTo(email)).toEqual(["policyAdded"]);
  expect(await kindsTo(other.email)).toEqual(["policyCode"]);
});

test("adds a policy under an earlier last name by a text message, and the others with that number", async () => {
  const { caller, other } = await withOtherPolicy({ last_name: "Desrosiers", email: null });
  const { firstName, lastName, dateOfBirth } = other.policy;
  const names = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth };
  await newPerson(testApi, { ...names, email: null, cell_phone: other.cellPhone });
  dataOf(await request(caller, typed(other)));
  expect(summaryOf(await confirm(caller, { code: await codeSentTo(testApi, other.cellPhone) }))).toBe("204");
  expect(dataOf(await policies(caller)).policies).toHaveLength(3);
});

test("finds no policy of another first name or date of birth, with other facts or without a contact", async () => {
  const { caller, other } = await withOtherPolicy();
  const twin = await newPerson(testApi, { last_name: other.policy.lastName, first_name: "Mélodie" });
  const father = await newPerson(testApi, { last_name: other.policy.lastName, date_of_birth: "1958-02-28" });
  const silent = await newPerson(testApi, { last_name: other.policy.lastName, email: null, cell_phone: null });
  for (const stranger of [twin, father, silent])
    expect(summaryOf(await request(caller, typed(stranger)))).toBe("404 1404");
  for (const wrong of [{ postalCode: "G1R 4S9" }, { lastName: "Autre" }, { policyNumber: "ZZZ9999" }])
    expect(summaryOf(await request(caller, { ...typed(other), ...wrong }))).toBe("404 1404");
});

test("rejects a wrong code, and every code after the limit", async () => {
  const { caller, other } = await withOtherPolicy();
  dataOf(await request(caller, typed(other)));
  const code = await codeSentTo(testApi, other.email);
  const results = [];
  for (let attempt = 0; attempt < 7; attempt++)
    results.push(summaryOf(await confirm(caller, { code: otherThan(code) })));
  expect(results[0]).toBe("400 3005");
  expect(results).toContain("403 3002");
  expect(summaryOf(await confirm(caller, { code }))).toBe("404 1404");
  expect(dataOf(await policies(caller)).policies).toHaveLength(1);
});

test("accepts the code in the session that requested it alone", async () => {
  const { caller, other } = await withOtherPolicy();
  const elsewhere = await signedInPerson(testApi);
  dataOf(await request(caller, typed(other)));
  const code = await codeSentTo(testApi, other.email);
  expect(summaryOf(await confirm(elsewhere.caller, { code }))).toBe("404 1404");
  expect(summaryOf(await confirm(caller, { code }))).toBe("204");
});

test("refuses the eleventh request of a day", async () => {
  const { caller, other } = await withOtherPolicy();
  for (let attempt = 0; attempt < 10; attempt++) await request(caller, { ...typed(other), postalCode: "G1R 4S9" });
  expect(summaryOf(await request(caller, typed(other)))).toBe("429 1429");
});
