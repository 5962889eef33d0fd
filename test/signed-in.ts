import { insertPendingSignIn, newPendingSignInId } from "@vestibule/api/accounts/pending-sign-in.store.ts";
import { newSessionId } from "@vestibule/api/accounts/session-id.rule.ts";
import { transact } from "@vestibule/api/platform/transaction.adapter.ts";
import { type ApiClient, createClient } from "@vestibule/contract/api.client.ts";
import { callerFrom } from "./described-response.ts";
import { accountOf } from "./links.ts";
import { newPerson, type RegistrationTestApi, type TestPerson } from "./registration.ts";

/** A caller of the account's endpoints without a session. */
export const signedOutCaller = callerFrom("192.0.2.71");

export async function openSession({ pool, deps }: RegistrationTestApi, accountId: string) {
  const { id, idHash } = newSessionId(deps);
  await pool.query("insert into gateway_session (id_hash, account_id) values ($1, $2)", [idHash, accountId]);
  return { ...signedOutCaller, gatewaySession: id };
}

/** Starts a sign-in that waits for a second proof, and returns its id. */
export async function startPendingSignIn({ deps }: RegistrationTestApi, accountId: string): Promise<string> {
  const { id, idHash } = newPendingSignInId(deps);
  const pending = { client: "app", replaces: [], device: {}, reasons: ["unknownBrowser"], wrongCodeLimit: 5 } as const;
  await transact(deps.database, (transaction) => insertPendingSignIn(transaction, accountId, { idHash, ...pending }));
  return id;
}

export interface SignedInPerson {
  person: TestPerson;
  accountId: string;
  caller: Awaited<ReturnType<typeof openSession>>;
}

/** Creates a person with a policy and an account, and signs them in. */
export async function signedInPerson(testApi: RegistrationTestApi): Promise<SignedInPerson> {
  const person = await newPerson(testApi);
  const accountId = await accountOf(testApi, person);
  return { person, accountId, caller: await openSession(testApi, accountId) };
}

/** Creates a client of these endpoints on one of the two servers. */
export function clientOf<Endpoints extends Parameters<typeof createClient>[0]>(
  { apis }: RegistrationTestApi,
  endpoints: Endpoints,
  server: 0 | 1 = 0,
): ApiClient<Endpoints> {
  const fetch = (request: Request) => apis[server].fetch(request);
  return createClient(endpoints, { baseUrl: "http://localhost", fetch });
}
