import { newSessionId } from "@vestibule/api/accounts/session-id.rule.ts";
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
