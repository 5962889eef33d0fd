import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { dataOf } from "../../../../test/recovery.ts";
import { createBody, newPerson, type TestPerson, toCreate, Visitor } from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";

const testApi = await openTestApi();
const profile = clientOf(testApi, profileEndpoints);
const ownData = clientOf(testApi, ownDataEndpoints);

/** What the account shows and exports. */
async function fileOf({ email }: TestPerson): Promise<string> {
  const { rows } = await testApi.pool.query("select id from account where email = $1", [email]);
  const caller = await openSession(testApi, rows[0].id);
  const shown = [dataOf(await profile.profile(caller)), dataOf(await profile.policies(caller))];
  return JSON.stringify([...shown, dataOf(await ownData.data(caller))]);
}

const giveId = (person: TestPerson, id: string) =>
  testApi.pool.query("update book_row set person_id = $2 where id = $1", [person.rowId, id]);

test.each([
  ["a namesake born the same day", "Roy a", {}],
  ["a person born the same day", "Roy b", { first_name: "Tom", last_name: "Gagnon" }],
  ["the son of the same name", "Roy c", { date_of_birth: "2004-03-02" }],
])(
  "A-367 an id that the insurer gives to %s, in a new numbering, shows nothing of that person",
  async (_who, last_name, more) => {
    const names = { first_name: "Julie", last_name, date_of_birth: "1980-05-06" };
    const [former, present] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await newPerson(testApi, { ...names, person_id: former });
    await (await toCreate(testApi, new Visitor(testApi.apis), first)).call("create", createBody);
    const other = await newPerson(testApi, { ...names, ...more, person_id: present, postal_code: "G1R4P5" });
    await giveId(first, present);
    await giveId(other, former);
    const file = await fileOf(first);
    expect(file).toContain(first.policy.policyNumber);
    for (const fact of [other.email, other.cellPhone, other.policy.policyNumber, "G1R4P5"])
      expect(file).not.toContain(fact);
  },
);
