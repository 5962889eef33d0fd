import type { DirectoryPerson } from "@vestibule/contract/directory/policy-directory.endpoint.ts";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { directoryPersonOf, directoryServer } from "../../../../test/directory-server.ts";
import { closeAfterTests, openTestApi } from "../../../../test/open-test-api.ts";
import { testAccount } from "../../../../test/test-api.ts";
import { withCircuitBreaker } from "../directory/circuit-breaker.adapter.ts";
import { companyDirectory } from "../directory/company-directory.adapter.ts";
import { httpDirectory, idOfCompany } from "../directory/http-directory.adapter.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { bookDirectory } from "../directory/policy-directory.store.ts";
import { policyPersonOf } from "../directory/test/policy-person.ts";
import { httpClient } from "../platform/http-client.adapter.ts";
import { checkPolicies, keptRows } from "./check-policies.ts";
import { listDetachedPolicies } from "./detached-policy.store.ts";
import { noProof } from "./person.rule.ts";

const people: DirectoryPerson[] = [];
const server = closeAfterTests(await directoryServer({ people }));
const outside = withCircuitBreaker(httpDirectory(httpClient({ url: server.url, limitMilliseconds: 25_000 })));
const testApi = await openTestApi();
const directory = companyDirectory(withCircuitBreaker(bookDirectory(testApi.database)), new Map([["belair", outside]]));
const deps = { ...testApi.deps, directory };
const check = () => checkPolicies(deps, { companiesOf: () => ["belair"] });
const personKey = "maelle|saintonge|1988-02-29";

beforeEach(async () => {
  people.length = 0;
  await testApi.pool.query("truncate account cascade");
});

/** An account that an upgrade left with these policies of another system. */
async function uncheckedAccount(rows: readonly DirectoryPerson[], email = "maelle@courrier.example") {
  people.push(...rows);
  const policies = rows.map(({ company, policyNumber, role }) => ({ company, policyNumber, role }));
  const accountId = await testAccount(testApi, { email, password: "Grand-Vent-42", personKey, policies });
  await testApi.pool.query("update account set policies_unchecked = true where id = $1", [accountId]);
  return accountId;
}

async function policiesOf(accountId: string): Promise<string[]> {
  const { rows } = await testApi.pool.query(
    "select policy_number from account_policy where account_id = $1 order by policy_number",
    [accountId],
  );
  return rows.map(({ policy_number }) => policy_number);
}

describe("a check of policies that another system knows", () => {
  test("keeps those with a contact of the account, detaches those of a namesake, and records each once", async () => {
    const onFile = directoryPersonOf({ email: "maelle@courrier.example" });
    const namesake = directoryPersonOf();
    const accountId = await uncheckedAccount([onFile, namesake]);
    expect(await check()).toBe(1);
    expect(await policiesOf(accountId)).toEqual([onFile.policyNumber]);
    expect(await listDetachedPolicies(testApi.database)).toMatchObject([{ policyNumber: namesake.policyNumber }]);
    expect(await check()).toBe(0);
    const { rows } = await testApi.pool.query("select event from audit_event where account_id = $1", [accountId]);
    expect(rows).toEqual([{ event: "account.policyDetached" }]);
  });

  test("leaves everything as it is until the directory answers", async () => {
    const accountId = await uncheckedAccount([directoryPersonOf(), directoryPersonOf()]);
    server.failWith({ kind: "status", status: 503 });
    onTestFinished(() => server.failWith());
    await expect(check()).rejects.toThrow();
    expect(await policiesOf(accountId)).toHaveLength(2);
    server.failWith();
    expect(await check()).toBe(1);
    expect(await policiesOf(accountId)).toEqual([]);
  });

  test("keeps the ids of the kept policies, by which others are found", async () => {
    const shared = { personId: "P-7" };
    const accountId = await uncheckedAccount([directoryPersonOf(shared), directoryPersonOf(shared)]);
    await check();
    expect(await policiesOf(accountId)).toHaveLength(2);
    const { rows } = await testApi.pool.query("select person_id from account_person where account_id = $1", [
      accountId,
    ]);
    expect(rows).toEqual([{ person_id: "P-7" }]);
  });
});

describe("of the policies that names and date of birth joined", () => {
  let serial = 0;
  function row(values: Partial<PolicyPerson> = {}): PolicyPerson {
    serial += 1;
    const contacts = { email: `one${serial}@annuaire.example`, cellPhone: `51455500${serial}` };
    return policyPersonOf({
      id: idOfCompany("belair", `P-${serial}`),
      policyNumber: `DRY${serial}`,
      ...contacts,
      ...values,
    });
  }
  const ofAccount = (rows: readonly PolicyPerson[], contacts: string[] = []) => ({
    ...{ ...noProof, personKey, contacts },
    rows,
  });

  test("the only one is kept", () => {
    const only = row();
    expect(keptRows([only], ofAccount([only]))).toEqual([only]);
  });

  test("several are kept where they share an e-mail, a mobile number or an id, and none where they share nothing", () => {
    for (const shared of [{ email: "x@annuaire.example" }, { cellPhone: "5145559999" }, { personId: "P-1" }]) {
      const both = [row(shared), row(shared)];
      expect(keptRows(both, ofAccount(both))).toEqual(both);
    }
    const apart = [row(), row()];
    expect(keptRows(apart, ofAccount(apart))).toEqual([]);
  });

  test("those of the book, which are checked, are kept, and tell that the others are not the account's", () => {
    const ofBook = row({ id: "6f0d3d1f-2c11-4f6a-9a35-0b5a1d0e8a3f" });
    const other = row();
    expect(keptRows([ofBook, other], ofAccount([ofBook, other]))).toEqual([ofBook]);
  });
});
