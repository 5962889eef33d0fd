import { randomUUID } from "node:crypto";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../test/policy-number-registration.ts";
import { dataOf } from "../../../../test/recovery.ts";
import {
  codeSentTo,
  createBody,
  guessUntilLocked,
  newPerson,
  otherThan,
  type TestPerson,
  toCreate,
  Visitor,
} from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { readAccountClaims } from "../oidc/claims.store.ts";

const testApi = await openTestApi();
const { pool, deps } = testApi;
const profile = clientOf(testApi, profileEndpoints);
const ownData = clientOf(testApi, ownDataEndpoints);
let pairs = 0;

/** Two people of one name, born the same day, each with a policy, an e-mail and a mobile number. */
async function namesakes(more: Parameters<typeof newPerson>[1] = {}) {
  pairs += 1;
  const name = `Roy ${String.fromCharCode(96 + pairs)}`;
  const shared = { first_name: "Julie", last_name: name, date_of_birth: "1980-05-06", ...more };
  const first = await newPerson(testApi, shared);
  const second = await newPerson(testApi, { ...shared, line: "home", postal_code: "G1R4P5" });
  return { first, second };
}

async function register(person: TestPerson) {
  const visitor = await toCreate(testApi, new Visitor(testApi.apis), person);
  const result = await visitor.call("create", createBody);
  return { visitor, result, accountId: await accountIdOf(person.email) };
}

async function accountIdOf(email: string): Promise<string> {
  const { rows } = await pool.query("select id from account where email = $1", [email]);
  return rows[0]?.id ?? "";
}

const policiesOf = async (accountId: string) => {
  const claims = await readAccountClaims(deps.database, { accountId, brandId: "belair" });
  return claims?.policies.map(({ number }) => number);
};

describe("a person who registers by e-mail", () => {
  test("sees no policy of a namesake, on the account page or in an application", async () => {
    const { first, second } = await namesakes();
    const { accountId } = await register(first);
    expect(await policiesOf(accountId)).toEqual([first.policy.policyNumber]);
    const caller = await openSession(testApi, accountId);
    expect(dataOf(await profile.policies(caller)).policies).toHaveLength(1);
    expect(dataOf(await profile.profile(caller)).onFile?.postalCodes).toHaveLength(1);
    const text = JSON.stringify(dataOf(await ownData.data(caller)));
    expect(text).toContain(first.policy.policyNumber);
    for (const hidden of [second.email, second.cellPhone, second.policy.policyNumber, second.policy.postalCode])
      expect(text).not.toContain(hidden);
  });

  test("gets a separate account where a namesake has one, by e-mail and by policy number", async () => {
    const { first, second } = await namesakes();
    await register(first);
    const { visitor, result, accountId } = await register(second);
    expect(result.kind).toBe("ok");
    expect(visitor.page()).toBe("CONFIRM");
    expect(await policiesOf(accountId)).toEqual([second.policy.policyNumber]);
    const info = await visitor.call("accountInfo");
    expect(JSON.stringify(info)).not.toContain(first.email);
  });

  test("is not found by a namesake's account when the policy number is given", async () => {
    const { first, second } = await namesakes();
    await register(first);
    const visitor = await new Visitor(testApi.apis).toCode(second, { by: "policyNumber" });
    expect(visitor.page()).toBe("VERIFY_CODE");
    const known = await new Visitor(testApi.apis).start("policyHolder");
    await known.call("identify", { method: "policyNumber" });
    expect(await known.call("identify", first.policy)).toMatchObject({ error: { error: "ACCOUNT_ALREADY_EXISTS" } });
  });

  test("is not locked out by the wrong codes of a namesake", async () => {
    const { first, second } = await namesakes();
    for (let sessions = 0; sessions < 4; sessions++) {
      const visitor = await new Visitor(testApi.apis).toCode(first);
      if (visitor.page() === "VERIFY_CODE")
        await guessUntilLocked(visitor, otherThan(await codeSentTo(testApi, first.email)));
    }
    const locked = await new Visitor(testApi.apis).toCode(first);
    expect(locked.page()).not.toBe("VERIFY_CODE");
    expect((await register(second)).result.kind).toBe("ok");
  });

  test("A-439 sees nothing of a mother who shares the e-mail and the mobile number, nor does she", async () => {
    const mother = await newPerson(testApi, { first_name: "Louise", last_name: "Gagné", date_of_birth: "1958-02-11" });
    const daughter = await newPerson(testApi, {
      ...{ first_name: "Anne", last_name: "Gagné", date_of_birth: "1986-09-30", line: "home" },
      ...{ email: mother.email, cell_phone: mother.cellPhone, postal_code: "G1R4P5" },
    });
    const seen: string[] = [];
    for (const [own, other] of [
      [mother, daughter],
      [daughter, mother],
    ] as const) {
      const accountId = await accountOf(testApi, own, {
        email: `own-${own.policy.policyNumber}@courrier.example`.toLowerCase(),
      });
      for (const contact of [own.email, own.cellPhone])
        await pool.query("insert into account_contact values ($1, $2, now()) on conflict do nothing", [
          accountId,
          contact,
        ]);
      expect(await policiesOf(accountId)).toEqual([own.policy.policyNumber]);
      const caller = await openSession(testApi, accountId);
      expect(dataOf(await profile.policies(caller)).policies).toHaveLength(1);
      const text = JSON.stringify([dataOf(await ownData.data(caller)), dataOf(await profile.profile(caller))]);
      expect(text).toContain(own.policy.policyNumber);
      for (const hidden of [other.policy.policyNumber, other.policy.firstName, other.policy.postalCode])
        expect(text).not.toContain(hidden);
      seen.push(accountId);
    }
    expect(new Set(seen).size).toBe(2);
  });

  test("keeps every policy that shares the e-mail", async () => {
    const { first } = await namesakes();
    const { firstName, lastName, dateOfBirth } = first.policy;
    const also = await newPerson(testApi, {
      first_name: firstName.toUpperCase(),
      last_name: lastName,
      date_of_birth: dateOfBirth,
      email: first.email,
      registry: "legacy",
    });
    const { accountId } = await register(first);
    expect((await policiesOf(accountId))?.toSorted()).toEqual(
      [first.policy.policyNumber, also.policy.policyNumber].toSorted(),
    );
  });
});

describe("a person whom the insurer knows by an id", () => {
  const personId = () => `P-${randomUUID()}`;

  test("gets the policies of that id under any name and contact, and none of another id", async () => {
    const id = personId();
    const { first } = await namesakes({ person_id: id });
    const { firstName, lastName, dateOfBirth } = first.policy;
    const married = await newPerson(testApi, {
      first_name: "Julie",
      last_name: "Lavoie",
      date_of_birth: dateOfBirth,
      person_id: id,
    });
    const names = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth };
    const other = await newPerson(testApi, { ...names, person_id: personId(), cell_phone: first.cellPhone });
    const { accountId } = await register(first);
    const policies = await policiesOf(accountId);
    expect(policies).toContain(married.policy.policyNumber);
    expect(policies).not.toContain(other.policy.policyNumber);
    const again = await new Visitor(testApi.apis).start("policyHolder");
    await again.call("identify", { method: "policyNumber" });
    expect(await again.call("identify", married.policy)).toMatchObject({ error: { error: "ACCOUNT_ALREADY_EXISTS" } });
  });
});

describe("a person who takes out a policy under the names of another", () => {
  test("gets neither the policies nor the sign-in e-mail, even with the other's mobile on the policy", async () => {
    const { first: victim } = await namesakes();
    const { firstName, lastName, dateOfBirth } = victim.policy;
    const names = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth };
    const thief = await newPerson(testApi, { ...names, cell_phone: victim.cellPhone });
    const registrant = new Registrant(testApi);
    await registrant.proven(testApi, victim, { by: "SMS" });
    await registrant.create(factsOf(victim));
    const { visitor, accountId } = await register(thief);
    expect(visitor.page()).toBe("CONFIRM");
    expect(await policiesOf(accountId)).toEqual([thief.policy.policyNumber]);
  });
});

describe("a registration over API v1", () => {
  test("creates an account for each of two namesakes, with the policies of one", async () => {
    const { first, second } = await namesakes();
    for (const person of [first, second]) {
      const registrant = new Registrant(testApi);
      expect((await registrant.find(person)).kind).toBe("ok");
      await registrant.proven(testApi, person);
      expect((await registrant.create(factsOf(person))).kind).toBe("ok");
      expect(await policiesOf(await accountIdOf(person.email))).toEqual([person.policy.policyNumber]);
    }
  });
});
