import type { ExplainEnding } from "@vestibule/catalogue/explain-ending.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { newHolder } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { readBookRows } from "../../directory/policy-directory.store.ts";
import { identityOf } from "../../identity/person.rule.ts";
import { explainBook, explainRows } from "./explain-book.ts";
import { orderEndings } from "./explain-row.rule.ts";

const testApi = await openTestApi();
const { deps } = testApi;

function belair() {
  const brand = deps.brands.byId("belair");
  if (brand === undefined) throw new Error("the test API has no belair");
  return brand;
}

test("counts of each result the people whose rows are explained with it, those with an account too", async () => {
  await newPerson(testApi);
  const { accountId, accountEmail, email } = await newHolder(testApi);
  await testApi.pool.query("insert into account_contact (account_id, contact) values ($1, $2)", [accountId, email]);
  // The e-mail on file of this person is what another person logs in with.
  await newPerson(testApi, { email: accountEmail });
  const brand = belair();

  const rows = await readBookRows(deps.database, { companies: brand.companies, after: undefined, limit: 1000 });
  const people = Map.groupBy(rows, identityOf);
  const counts: Record<string, number> = {};
  for (const ofPerson of people.values()) {
    const endings = new Set<ExplainEnding>();
    for (const { id, policyNumber, personId } of ofPerson) {
      const explained = await explainRows(deps, { brand, name: { policyNumber, personId: personId ?? "" } });
      for (const { row, endings: met } of explained) if (row.id === id) for (const ending of met) endings.add(ending);
    }
    for (const ending of orderEndings(endings)) counts[ending] = (counts[ending] ?? 0) + 1;
  }
  expect(await explainBook(deps, brand)).toEqual({ people: people.size, endings: counts });
  expect(counts).toMatchObject({ hasAccount: 1, welcomeBack: 1, asksOtherEmail: 1 });
});
