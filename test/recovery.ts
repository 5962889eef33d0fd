import { type ApiResult, createClient } from "@vestibule/contract/api.client.ts";
import { type AccountCallResult, accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import type { PasswordBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { alternating, callerFrom } from "./described-response.ts";
import { newPerson, type RegistrationTestApi, type TestPerson } from "./registration.ts";
import { testAccount } from "./test-api.ts";

export const firstPassword = "Grand-Vent-42";
export const nextPassword = "Ruisseau-88-bleu?";

/** Creates a client of API v1 that calls both servers in turn, with its own client IP. */
export class Recoverer {
  readonly #settings;
  readonly caller = callerFrom("192.0.2.9");

  constructor({ apis }: Pick<RegistrationTestApi, "apis">) {
    this.#settings = { baseUrl: "http://localhost", fetch: alternating(apis) };
  }

  get calls() {
    return createClient(recoveryEndpoints, this.#settings);
  }

  async found(email: string): Promise<string> {
    return dataOf(await createClient(accountEndpoints, this.#settings).find(this.caller, { email })).id;
  }

  async startReset(email: string): Promise<string> {
    return dataOf(await this.calls.reset(this.caller, { email })).id;
  }

  validate(id: string, validationValue: string) {
    return this.calls.validate(this.caller, id, { validationValue });
  }

  async proven(id: string, code: string) {
    return dataOf(await this.validate(id, code));
  }

  password(id: string, body: PasswordBody) {
    return this.calls.password(this.caller, id, body);
  }

  temporary(id: string, tempPassword: string) {
    return this.calls.temporary(this.caller, id, { tempPassword });
  }

  sendAgain(id: string) {
    return this.calls.sendAgain(this.caller, id, { mediumType: "EMAIL", notificationType: "RESET_PSW" });
  }
}

export function dataOf<Data>(result: ApiResult<Data, unknown>): Data {
  if (result.kind !== "ok") throw new Error(`not granted: ${JSON.stringify(result)}`);
  return result.data;
}

/** Summarises a reply by its status, error number and target. */
export function summaryOf(result: AccountCallResult<unknown>): string {
  if (result.kind === "unavailable") return result.reason;
  if (result.kind === "ok") return String(result.status);
  const { errorCode, roadblock } = result.error;
  return [result.status, errorCode, roadblock].filter((part) => part !== undefined).join(" ");
}

export async function newHolder(
  testApi: RegistrationTestApi,
  more: Parameters<typeof newPerson>[1] & { status?: "A" | "T" | "L" } = {},
): Promise<TestPerson & { accountId: string; accountEmail: string }> {
  const { status = "A", ...cells } = more;
  const person = await newPerson(testApi, cells);
  const accountEmail = `account-${person.policy.policyNumber.toLowerCase()}@courrier.example`;
  const facts = person.policy;
  const accountId = await testAccount(testApi, {
    email: accountEmail,
    password: firstPassword,
    firstName: facts.firstName,
    lastName: facts.lastName,
    personKey: person.personKey,
    status,
  });
  return { ...person, accountId, accountEmail };
}

/** As if the account had been created so long ago, with what it has proven by now. */
export async function setAccountCreated({ pool }: RegistrationTestApi, accountId: string, ago: string): Promise<void> {
  await pool.query(
    `with account as (
       update account set created_at = created_at - $2::interval where id = $1 returning id
     ), contact as (
       update account_contact set confirmed_at = confirmed_at - $2::interval from account where account_id = account.id
     )
     update account_policy set added_at = added_at - $2::interval from account where account_id = account.id`,
    [accountId, ago],
  );
}

export interface SentMessage {
  kind: string;
  recipient: string;
  language: string;
  facts: { code: string; link: string };
}

/** Reads the messages to a recipient, newest first. */
export async function messagesTo(testApi: RegistrationTestApi, recipient: string): Promise<SentMessage[]> {
  const { rows } = await testApi.pool.query(
    "select kind, recipient, language, facts from notification where recipient = $1 order by queued_at desc",
    [recipient],
  );
  return rows;
}

/** Reads the code and link token of the newest reset message to a recipient. */
export async function newestReset(
  testApi: RegistrationTestApi,
  email: string,
): Promise<{ code: string; token: string }> {
  const message = (await messagesTo(testApi, email)).find(({ kind }) => kind === "passwordReset");
  if (message === undefined) throw new Error("no reset was sent there");
  const { code, link } = message.facts;
  return { code, token: new URL(link).searchParams.get("token") ?? "" };
}
