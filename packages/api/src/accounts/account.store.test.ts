import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { createAccount, redeemTicket } from "../../../../test/test-api.ts";
import { deriveKeys } from "../platform/keys.adapter.ts";
import { secureRandom } from "../platform/random.adapter.ts";
import { findAccountByEmail, findAccountById, findDecoyPasswordHash, type NewAccount } from "./account.store.ts";
import { readPasswordHistory, setPassword } from "./account-change.store.ts";
import { addPolicies, rolesOfAccount } from "./account-policy.store.ts";
import { missingRegistries } from "./registry-adapters.rule.ts";
import { recordVerifiedSignIn } from "./sign-in-record.store.ts";
import { issueTicket } from "./sign-in-ticket.store.ts";

const keysOf = (...secrets: string[]) =>
  deriveKeys({ token: secrets, hash: secrets, lookup: secrets, cookie: secrets, audit: secrets });

const database = closeAfterTests(await testDatabase());

let made = 0;
const someone = (more: Partial<NewAccount> = {}): NewAccount => {
  made += 1;
  return {
    brandId: "belair",
    email: `person${made}@courrier.example`,
    emailAsTyped: `Person${made}@courrier.example`,
    personKey: `person${made}|tremblay|1980-01-01`,
    identity: `person${made}|tremblay|1980-01-01|person${made}@courrier.example`,
    proven: { contacts: [`person${made}@courrier.example`], personIds: [] },
    firstName: "Person",
    lastName: "Tremblay",
    dateOfBirth: "1980-01-01",
    passwordHash: `hash-${made}`,
    language: "fr",
    province: "qc",
    policies: [{ company: "belair", policyNumber: `P00000${made}`, role: 40 }],
    ...more,
  };
};
const create = (account: NewAccount) =>
  database.database.transaction().execute((transaction) => createAccount(transaction, account));
const created = async (account: NewAccount) => {
  const result = await create(account);
  if (result.kind !== "created") throw new Error(result.kind);
  return result.accountId;
};

test("A-056 creates one account, row and policy for 50 creates of one person, as many at once as the pool has connections", async () => {
  const account = someone();
  const results = [];
  for (let round = 0; round < 5; round++)
    results.push(...(await Promise.all(Array.from({ length: 10 }, () => create(account)))));
  expect(results.filter((result) => result.kind === "created")).toHaveLength(1);
  expect(results.filter((result) => result.kind === "personHasAccount")).toHaveLength(49);
  const { rows } = await database.pool.query(
    "select count(*)::int as accounts, (select count(*)::int from account_policy where policy_number = $2) as policies from account where email = $1",
    [account.email, account.policies[0]?.policyNumber],
  );
  expect(rows[0]).toEqual({ accounts: 1, policies: 1 });
});

test("reports an e-mail of another person as taken without aborting the transaction", async () => {
  const first = someone();
  await created(first);
  const response = await database.database.transaction().execute(async (transaction) => {
    const result = await createAccount(transaction, someone({ email: first.email }));
    const found = await findAccountByEmail(transaction, { brandId: "belair", email: first.email });
    return { result, found: found?.personKey };
  });
  expect(response).toEqual({ result: { kind: "emailTaken" }, found: first.personKey });
});

test("A-058 finds an account by its normalised e-mail and returns the e-mail as typed", async () => {
  const account = someone({ email: "jean@x-courrier.ca", emailAsTyped: "Jean@X-courrier.CA" });
  await created(account);
  expect(await create(someone({ email: "jean@x-courrier.ca" }))).toEqual({ kind: "emailTaken" });
  expect(await findAccountByEmail(database.database, { brandId: "belair", email: "jean@x-courrier.ca" })).toMatchObject(
    {
      emailAsTyped: "Jean@X-courrier.CA",
    },
  );
});

test("allows one person an account under each brand", async () => {
  const account = someone();
  await created(account);
  expect(await create({ ...account, brandId: "intact" })).toMatchObject({ kind: "created" });
  expect(await findAccountByEmail(database.database, { brandId: "bna", email: account.email })).toBeUndefined();
});

test("A-086 stores the accepted terms with version, language and time", async () => {
  const id = await created(someone({ terms: { version: "2026-01", language: "fr", frenchFirst: true } }));
  const { rows } = await database.pool.query(
    "select terms_version, terms_language, terms_french_first, terms_accepted_at is not null as at from account where id = $1",
    [id],
  );
  expect(rows[0]).toEqual({ terms_version: "2026-01", terms_language: "fr", terms_french_first: true, at: true });
});

test("adds policies once and lists each role once", async () => {
  const id = await created(someone());
  const more = [
    { company: "belair", policyNumber: "Q000001", role: 80 as const },
    { company: "belair", policyNumber: "Q000002", role: 80 as const },
  ];
  const add = () => database.database.transaction().execute((transaction) => addPolicies(transaction, id, more));
  expect([await add(), await add()]).toEqual([2, 0]);
  expect(await rolesOfAccount(database.database, id)).toEqual([40, 80]);
});

test("redeems a ticket once for 50 concurrent requests", async () => {
  const accountId = await created(someone());
  const ticket = await issue(accountId);
  const results = await Promise.all(Array.from({ length: 50 }, () => redeem(ticket)));
  expect(results.filter((result) => result !== undefined)).toEqual([{ accountId }]);
});

test("expires a ticket after 60 seconds on the database clock", async () => {
  const accountId = await created(someone());
  const early = await issue(accountId);
  const late = await issue(accountId);
  await database.moveClock(50);
  expect(await redeem(early)).toEqual({ accountId });
  await database.moveClock(10);
  expect(await redeem(late)).toBeUndefined();
});

test("stores a ticket hashed and redeems it after a key change", async () => {
  const accountId = await created(someone());
  const ticket = await issue(accountId);
  const { rows } = await database.pool.query("select token_hash from sign_in_ticket");
  expect(rows.map((row) => row.token_hash)).not.toContain(ticket);
  expect(await redeem(ticket, keysOf("second", "first"))).toEqual({ accountId });
  expect(await redeem(await issue(accountId), keysOf("third"))).toBeUndefined();
});

test("records a sign-in only for the password that was verified, whose hash a concurrent one may have replaced", async () => {
  const accountId = await created(someone());
  const account = await findAccountById(database.database, accountId);
  if (account === undefined) throw new Error("there is no account");
  const record = (upgradedHash?: string) =>
    database.database
      .transaction()
      .execute(
        async (transaction) => (await recordVerifiedSignIn(transaction, { account, upgradedHash })) !== undefined,
      );
  expect(await record("fresh")).toBe(true);
  expect(await record("fresh too")).toBe(true);
  expect(await findAccountById(database.database, accountId)).toMatchObject({ passwordHash: "fresh" });
  expect(await readPasswordHistory(database.database, accountId)).toEqual(["fresh"]);
  await database.database
    .transaction()
    .execute((transaction) => setPassword(transaction, { accountId, passwordHash: "new" }));
  expect(await record()).toBe(false);
});

test("reports a brand with an external registry until its adapter is installed", () => {
  const outside = {
    id: "elsewhere",
    gateway: {
      kind: "outside" as const,
      origin: "https://signon.example",
      loginPath: "/pkmslogin.form",
      registry: "ldap",
    },
  };
  const brands = [{ id: "here", gateway: { kind: "builtIn" as const } }, outside];
  expect(missingRegistries({ brands, adapters: [] }).map(({ en }) => en)).toEqual([
    'brand elsewhere: its gateway is at https://signon.example, and no adapter is installed for its user registry "ldap"',
  ]);
  expect(missingRegistries({ brands, adapters: ["ldap"] })).toEqual([]);
});

test("refuses a user registry that several brands name, except this product's own accounts", () => {
  const gatewayOf = (registry: string) =>
    ({ kind: "outside", origin: "https://signon.example", loginPath: "/login", registry }) as const;
  const brandsWith = (registry: string) => ["one", "two"].map((id) => ({ id, gateway: gatewayOf(registry) }));
  expect(missingRegistries({ brands: brandsWith("vestibule"), adapters: ["vestibule"] })).toEqual([]);
  expect(missingRegistries({ brands: brandsWith("staff"), adapters: ["staff"] }).map(({ en }) => en)).toEqual([
    'the user registry "staff" is of several brands: each needs its own',
  ]);
});

function issue(accountId: string) {
  return database.database
    .transaction()
    .execute((transaction) => issueTicket({ keys: keysOf("first"), random: secureRandom }, transaction, accountId));
}

const redeem = (ticket: string, keys = keysOf("first")) => redeemTicket({ database: database.database, keys }, ticket);

test("picks the hash of the next account in the brand for an unknown id, wrapping from the last to the first", async () => {
  const brandId = "bna";
  const ids = [];
  for (const passwordHash of ["one", "two", "three"])
    ids.push({ id: await created(someone({ brandId, passwordHash })), passwordHash });
  const [first, second, third] = ids.sort((left, right) => (left.id < right.id ? -1 : 1));
  const near = (accountId = "", brand = brandId) =>
    findDecoyPasswordHash(database.database, { brandId: brand, accountId });
  expect(await near("00000000-0000-0000-0000-000000000000")).toBe(first?.passwordHash);
  expect(await near(second?.id)).toBe(second?.passwordHash);
  expect(await near(after(second?.id))).toBe(third?.passwordHash);
  expect(await near(after(third?.id))).toBe(first?.passwordHash);
  expect(await near(first?.id, "servus")).toBeUndefined();
});

function after(id = ""): string {
  const next = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16);
  return next.padStart(32, "0");
}
