import { describe, expect, test } from "vitest";
import {
  type Plan,
  plainPlan,
  type RegistrationResult,
  readStoredResult,
  registerThroughV1,
  registerThroughV2,
} from "../../../../test/both-api-versions.ts";
import { accountOf } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../test/policy-number-registration.ts";
import { summaryOf } from "../../../../test/recovery.ts";
import { createBody, newPerson, toCreate, Visitor } from "../../../../test/registration.ts";
import { testAccount } from "../../../../test/test-api.ts";

const testApi = await openTestApi();

type Cells = NonNullable<Parameters<typeof newPerson>[1]>;
type Facts = Partial<Omit<Plan, "person">>;

interface Row {
  title: string;
  cells?: Cells;
  facts?: Facts | ((serial: string) => Facts | Promise<Facts>);
  before?: (plan: Plan) => Promise<unknown>;
  result: RegistrationResult;
  /** Roles and e-mail of the account afterwards; undefined if there is none. */
  account?: { under: "onFile" | "given" | "before"; roles: string[] };
}

const pin = "K7M2P9QX";
const noContact = { email: null, email_typed: null, cell_phone: null };
const holder = (under: "onFile" | "given") => ({ under, roles: ["40"] });
const given = (serial: string) => ({ chosenEmail: `choisie-${serial}@courrier.example` });
const takenByAccount = async ({ chosenEmail, person }: Plan) =>
  accountOf(testApi, await newPerson(testApi), { email: chosenEmail ?? person.email });
const takenOnFile = async ({ person }: Plan) => accountOf(testApi, await newPerson(testApi), { email: person.email });
/** An account under another e-mail, with another policy, that has proven the e-mail on file. */
function ownAccount({ person }: Plan) {
  const { firstName, lastName, dateOfBirth } = person.policy;
  const email = `own-${person.email}`;
  return testAccount(testApi, {
    ...{ email, emailAsTyped: email, password: "Grand-Vent-42", personKey: person.personKey },
    ...{ firstName, lastName, dateOfBirth },
    policies: [{ company: "belair", policyNumber: "AAA0000", role: 40 }],
    proven: { contacts: [email, person.email], personIds: [] },
  });
}
const anotherPolicy =
  (role: 40 | 80) =>
  async ({ person: { policy, email } }: Plan) =>
    newPerson(testApi, {
      first_name: policy.firstName,
      last_name: policy.lastName,
      date_of_birth: policy.dateOfBirth,
      email,
      role,
    });

const rows: Row[] = [
  { title: "by a code to the e-mail on file", result: "account", account: holder("onFile") },
  { title: "by a text", facts: { by: "SMS" }, result: "account", account: holder("onFile") },
  { title: "by a PIN", cells: { pin }, facts: { by: "PIN" }, result: "account", account: holder("onFile") },
  {
    title: "by a text, under another e-mail",
    facts: (serial) => ({ by: "SMS", ...given(serial) }),
    result: "account",
    account: holder("given"),
  },
  {
    title: "with no e-mail on file",
    cells: { email: null, email_typed: null },
    facts: (serial) => ({ by: "SMS", ...given(serial) }),
    result: "account",
    account: holder("given"),
  },
  {
    title: "with an e-mail on file that is another person's user name",
    facts: (serial) => ({ by: "SMS", ...given(serial) }),
    before: takenOnFile,
    result: "account",
    account: holder("given"),
  },
  {
    title: "with an e-mail of their choice that is in use",
    facts: (serial) => ({ by: "SMS", ...given(serial) }),
    before: takenByAccount,
    result: "emailTaken",
  },
  {
    title: "an insured driver with a mobile",
    cells: { role: 80 },
    facts: { as: "insuredDriver" },
    result: "account",
    account: { under: "onFile", roles: ["80"] },
  },
  {
    title: "an insured driver without a mobile",
    cells: { role: 80, cell_phone: null },
    facts: { as: "insuredDriver" },
    result: "account",
    account: { under: "onFile", roles: ["80"] },
  },
  {
    title: "with two policies",
    before: anotherPolicy(40),
    result: "account",
    account: { under: "onFile", roles: ["40", "40"] },
  },
  {
    title: "a policyholder who is a driver elsewhere",
    before: anotherPolicy(80),
    result: "account",
    account: { under: "onFile", roles: ["40", "80"] },
  },
  {
    title: "the name written without accents, hyphen or case",
    facts: { typed: { firstName: "MAELLE" } },
    result: "account",
    account: holder("onFile"),
  },
  {
    title: "with an account already",
    before: ownAccount,
    result: "welcomeBack",
    account: { under: "before", roles: ["40", "40"] },
  },
  { title: "an unknown policy number", facts: { typed: { policyNumber: "ZZZ9999" } }, result: "notFound" },
  { title: "another name", facts: { typed: { lastName: "Lavoie" } }, result: "notFound" },
  { title: "another date of birth", facts: { typed: { dateOfBirth: "1988-03-01" } }, result: "notFound" },
  { title: "another postal code", facts: { typed: { postalCode: "G1R 4S9" } }, result: "notFound" },
  {
    title: "another licence than on file",
    facts: { typed: { licenceNumber: "S5312-290288-08" } },
    result: "notFound",
  },
  { title: "nothing on file", cells: noContact, result: "noWay" },
  {
    title: "nothing but a number that takes no texts",
    cells: { ...noContact, cell_phone: "8005550142" },
    result: "noWay",
  },
  { title: "wrong codes to the end", facts: { codes: "wrong" }, result: "lockedOut" },
  { title: "wrong PINs to the end", cells: { pin }, facts: { by: "PIN", codes: "wrong" }, result: "lockedOut" },
  { title: "a common password", facts: { password: "P@ssw0rd123" }, result: "passwordRefused" },
  { title: "a short password", facts: { password: "Court-1" }, result: "passwordRefused" },
];

const apis = [
  { api: "v1", through: registerThroughV1 },
  { api: "v2", through: registerThroughV2 },
];

describe.each(rows)("$title", ({ cells, facts = {}, before, result, account }) => {
  test.each(apis)(`ends in ${result} with API $api`, async ({ through }) => {
    const person = await newPerson(testApi, cells);
    const typedFacts = typeof facts === "function" ? await facts(person.policy.policyNumber.toLowerCase()) : facts;
    const plan: Plan = { ...plainPlan, person, ...typedFacts };
    await before?.(plan);
    expect(await through(testApi, plan)).toBe(result);
    const stored = await readStoredResult(testApi, person);
    if (account === undefined) return expect(stored).toEqual([]);
    const [one] = stored;
    expect(stored).toHaveLength(1);
    const emails = { onFile: person.email, given: plan.chosenEmail, before: `own-${person.email}` };
    expect(one).toMatchObject({
      email: emails[account.under],
      status: "A",
      first_name: person.policy.firstName,
      last_name: person.policy.lastName,
      language: "fr",
      province: "qc",
      welcomes: account.under === "before" ? 0 : 1,
    });
    expect(one.policies.map((policy: string) => policy.split(" ")[1]).sort()).toEqual(account.roles);
  });
});

test("A-056 creates one account when a person registers with both API versions at once", async () => {
  const person = await newPerson(testApi);
  const visitor = await toCreate(testApi, new Visitor(testApi.apis), person);
  const registrant = new Registrant(testApi);
  await registrant.proven(testApi, person);
  const [second, first] = await Promise.all([visitor.call("create", createBody), registrant.create(factsOf(person))]);
  const results = [second.kind === "error" ? second.error.error : second.kind, summaryOf(first)];
  expect([
    ["ok", "240"],
    ["ACCOUNT_ALREADY_EXISTS", "201"],
  ]).toContainEqual(results);
  expect(await readStoredResult(testApi, person)).toMatchObject([{ email: person.email, welcomes: 1 }]);
});

test("A-005 counts wrong codes of both API versions together, and locks both out at the daily limit", async () => {
  const person = await newPerson(testApi, { pin });
  const wrong: Plan = { ...plainPlan, person, by: "PIN", codes: "wrong" };
  for (const through of [registerThroughV1, registerThroughV2, registerThroughV1, registerThroughV2])
    await through(testApi, wrong);
  expect(await new Registrant(testApi).find(person)).toMatchObject({
    status: 403,
    error: { roadblock: "resend-code", until: expect.any(String) },
  });
  const visitor = await new Visitor(testApi.apis).start("policyHolder");
  await visitor.call("identify", { method: "policyNumber" });
  expect(await visitor.call("identify", person.policy)).toMatchObject({
    error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION", until: expect.any(String) },
  });
});
