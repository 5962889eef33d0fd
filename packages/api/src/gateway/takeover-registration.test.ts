import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { newHolder, setAccountCreated } from "../../../../test/recovery.ts";
import { codeSentTo, newPerson, type TestPerson, Visitor } from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { createGatewayTestApi } from "./test/gateway-test-api.ts";
import { takeoverOf } from "./test/stolen-account.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const { kindsTo } = takeoverOf(testApi);
const security = clientOf(testApi, securityEndpoints);

/** An account whose person the insurer knows by an id, which the account has proven. */
async function holderWithId() {
  const id = `P-${crypto.randomUUID()}`;
  const holder = await newHolder(testApi, { person_id: id });
  await setAccountCreated(testApi, holder.accountId, "30 days");
  await testApi.pool.query(
    `insert into account_person (account_id, brand, company, person_id, added_at)
     values ($1, 'belair', 'belair', $2, now() - interval '30 days')`,
    [holder.accountId, id],
  );
  return { ...holder, id };
}

/** A policy that a thief took out under the names of a person, to which the insurer gave the person's id. */
function takenOutFor({ policy, id }: Awaited<ReturnType<typeof holderWithId>>): Promise<TestPerson> {
  const { firstName, lastName, dateOfBirth } = policy;
  const names = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth };
  return newPerson(testApi, { ...names, person_id: id, postal_code: "G1R4P5", line: "home" });
}

let visitors = 0;
const registrations = {
  "smart registration": async (person: TestPerson) => {
    const visitor = await new Visitor(testApi.apis).toCode(person, { by: "email" });
    await visitor.verify(await codeSentTo(testApi, person.email));
    return visitor.page();
  },
  "registration by policy number": async (person: TestPerson) => {
    visitors += 1;
    const registrant = new Registrant(testApi, { clientIp: `198.51.100.${visitors}` });
    return (await registrant.proven(testApi, person)).action;
  },
};

async function contactsOf(accountId: string): Promise<string[]> {
  const { rows } = await testApi.pool.query("select contact from account_contact where account_id = $1", [accountId]);
  return rows.map(({ contact }) => contact);
}

describe.each(Object.entries(registrations))("%s that ends at an earlier account", (_name, register) => {
  test("A-393 adds no policy without the owner's notice, and a freeze takes it back", async () => {
    const holder = await holderWithId();
    const { accountId, accountEmail } = holder;
    const takenOut = await takenOutFor(holder);
    expect(await register(takenOut)).toBe("WELCOME_BACK");
    expect(await kindsTo(accountEmail)).toContain("policyAdded");
    expect(await contactsOf(accountId)).toContain(takenOut.email);
    await security.freeze(await openSession(testApi, accountId));
    expect(await contactsOf(accountId)).not.toContain(takenOut.email);
  });

  test("A-393 proves no other contact of a known policy without the owner's notice", async () => {
    const holder = await holderWithId();
    const { accountEmail, rowId } = holder;
    await register(holder);
    const heard = (await kindsTo(accountEmail)).length;
    const email = `other-${holder.email}`;
    await testApi.pool.query("update book_row set email = $2 where id = $1", [rowId, email]);
    await register({ ...holder, email });
    expect(await kindsTo(accountEmail)).toHaveLength(heard + 1);
    expect(await kindsTo(accountEmail)).toContain("contactAdded");
    await register({ ...holder, email });
    expect(await kindsTo(accountEmail)).toHaveLength(heard + 1);
  });
});
