import { insertAccount, type NewAccount } from "@vestibule/api/accounts/account.store.ts";
import type { PolicyRole } from "@vestibule/api/accounts/account-policy.store.ts";
import { consumeTicket, ticketHashes } from "@vestibule/api/accounts/sign-in-ticket.store.ts";
import { createAuditor } from "@vestibule/api/audit/audit-trail.store.ts";
import type { ApiDeps } from "@vestibule/api/deps.ts";
import { bookDirectory } from "@vestibule/api/directory/policy-directory.store.ts";
import { createNotifier } from "@vestibule/api/messages/notifier.adapter.ts";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import type { DbOrTrx, Trx } from "@vestibule/api/platform/database.table.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { transact } from "@vestibule/api/platform/transaction.adapter.ts";
import type { AccountStatus } from "@vestibule/catalogue/account.table.ts";
import { teamRoles } from "@vestibule/catalogue/team.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { sql } from "kysely";
import { brandFolders } from "../packages/vestibule/src/brands/brand-files.adapter.ts";
import { sampleBrands, testBrands, testKeys } from "./book-file.ts";
import { type TestDatabase, testDatabase } from "./database.ts";

export interface TestApi extends TestDatabase {
  deps: ApiDeps;
  logged: string[];
}

export const testAgents = {
  amelie: "a-secret-of-thirty-two-letters-or-more",
  bruno: "the-secret-of-another-agent-of-the-desk",
};

/** A member of the digital team with every role. */
export const testMember = { id: "lea", secret: "the-secret-of-a-member-of-the-digital-team" };

/** Agents with the role to act, from their secrets by id. */
export function agentsWith(secrets: Readonly<Record<string, string>>): ApiDeps["agents"] {
  return Object.fromEntries(Object.entries(secrets).map(([id, secret]) => [id, { secret, roles: ["act"] }]));
}

/** A hashing pool of two cores whose jobs wait long enough for a busy machine. */
export const patientHashing = { cores: 2, waitMillis: 25_000 };

/** Creates the real API on a new database, with a captured log and a clock that follows that of the database. */
export async function createTestApi(more: Partial<ApiDeps> = {}): Promise<TestApi> {
  const database = await testDatabase();
  const brands = await testBrands();
  const keys = testKeys();
  const logged: string[] = [];
  const log = jsonLog({ level: "info", sink: { write: (line) => void logged.push(line) } });
  let aheadSeconds = 0;
  const deps: ApiDeps = {
    database: database.database,
    brands,
    brandFiles: brandFolders(sampleBrands),
    clock: { now: () => new Date(Date.now() + aheadSeconds * 1000) },
    random: secureRandom,
    keys,
    log,
    notifier: createNotifier({ brands, mode: "demo" }),
    auditor: createAuditor(keys.audit),
    hashing: hashingPool({ ...patientHashing, cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }),
    directory: bookDirectory(database.database),
    registryOf: () => undefined,
    oidcClients: () => [],
    oidcResources: ({ resources }) => resources,
    metrics: serverMetrics("test"),
    mode: "demo",
    canSendSms: true,
    canCall: true,
    receiptSources: [],
    originOf: ({ id }) => `http://${id}.localhost:3000`,
    clientIpLimitFactor: 100,
    serviceCredentials: ["a-credential-of-the-insurer", "another-credential"],
    agents: { ...agentsWith(testAgents), [testMember.id]: { secret: testMember.secret, roles: [...teamRoles] } },
    ...more,
  };
  return {
    ...database,
    database: database.ownerDatabase,
    deps,
    logged,
    moveClock: async (seconds) => {
      aheadSeconds += seconds;
      await database.moveClock(seconds);
    },
  };
}

/** Consumes a ticket; undefined if it is unknown, used or expired. */
export async function redeemTicket(
  { database, keys }: Pick<ApiDeps, "database" | "keys">,
  ticket: string,
): Promise<{ accountId: string } | undefined> {
  const consumed = await transact(database, (transaction) => consumeTicket(transaction, ticketHashes(keys, ticket)));
  return consumed && { accountId: consumed.accountId };
}

export async function createAccount(
  database: DbOrTrx,
  account: NewAccount,
): Promise<
  { kind: "created"; accountId: string } | { kind: "emailTaken" } | { kind: "personHasAccount"; accountId: string }
> {
  const accountId = await insertAccount(database as Trx, account);
  if (accountId) return { kind: "created", accountId };
  const { rows } = await sql<{ id: string }>`
    select id from account where brand = ${account.brandId} and identity = ${account.identity}`.execute(database);
  return rows[0] ? { kind: "personHasAccount", accountId: rows[0].id } : { kind: "emailTaken" };
}

/** The policies of a person of the book, or one that the book does not have. */
async function policiesOf(database: DbOrTrx, key: string): Promise<PolicyRole[]> {
  const rows = await database
    .selectFrom("book_row")
    .select(["company", "policy_number as policyNumber", "role"])
    .where("person_key", "=", key)
    .execute();
  return rows.length > 0 ? rows : [{ company: "belair", policyNumber: "K3M4821", role: 40 }];
}

/**
 * Creates an account with this password, by default with all policies of its person; its status is A by default.
 * Returns its id.
 */
export async function testAccount(
  { deps }: TestApi,
  account: { email: string; password: string; status?: AccountStatus } & Partial<Omit<NewAccount, "passwordHash">>,
): Promise<string> {
  const { password, status, ...facts } = account;
  const person = { firstName: "Maëlle", lastName: facts.email, dateOfBirth: "1988-02-29" };
  const passwordHash = await deps.hashing.hash(password);
  const key = facts.personKey ?? personKey(person);
  const policies = facts.policies ?? (await policiesOf(deps.database, key));
  const result = await deps.database.transaction().execute((transaction) =>
    createAccount(transaction, {
      brandId: "belair",
      emailAsTyped: facts.email,
      personKey: key,
      identity: `${key}|${facts.email}`,
      proven: { contacts: [facts.email], personIds: [] },
      ...person,
      lastName: "St-Onge",
      passwordHash,
      language: "fr",
      province: "qc",
      ...facts,
      policies: policies.map((policy) => ({ provenKey: key, ...policy })),
    }),
  );
  if (result.kind !== "created") throw new Error(`no account was created: ${result.kind}`);
  if (status)
    await sql`update account set status = ${status}, temporary_until =
        case when ${status} = 'T' then app_now() + make_interval(hours => ${ttl.temporaryPasswordHours}) end
      where id = ${result.accountId}`.execute(deps.database);
  return result.accountId;
}
