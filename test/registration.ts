import { randomBytes } from "node:crypto";
import { buildApi } from "@vestibule/api/build-api.ts";
import type { ApiDeps } from "@vestibule/api/deps.ts";
import { withCircuitBreaker } from "@vestibule/api/directory/circuit-breaker.adapter.ts";
import { bookDirectory } from "@vestibule/api/directory/policy-directory.store.ts";
import type { Database } from "@vestibule/api/platform/database.table.ts";
import { pinHashes } from "@vestibule/api/verification/pin-hash.adapter.ts";
import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import { type ApiCaller, type CallData, type CallInput, createClient } from "@vestibule/contract/api.client.ts";
import { personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import {
  type RegistrationCallResult,
  type RegistrationEndpoint,
  registrationEndpoints,
} from "@vestibule/contract/v2/registration.endpoint.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import type { Insertable } from "kysely";
import { openPatiently } from "./database.ts";
import { callerFrom } from "./described-response.ts";
import { collectStatements } from "./query-plans.ts";
import { createTestApi, type TestApi } from "./test-api.ts";

type Api = ReturnType<typeof buildApi>;
type Fetcher = { fetch(request: Request): Response | Promise<Response> };

export interface RegistrationTestApi extends TestApi {
  /** Two servers on one database, each with its own connections. */
  apis: readonly [Api, Api];
}

/** Minutes from now, by the clock of the test, until a time in a response. */
export function minutesTo({ deps }: Pick<RegistrationTestApi, "deps">, moment: string): number {
  return Math.round((Date.parse(moment) - deps.clock.now().getTime()) / 60_000);
}

export async function createRegistrationTestApi(more: Partial<ApiDeps> = {}): Promise<RegistrationTestApi> {
  const testApi = await createTestApi(more);
  const second = openPatiently(testApi.url);
  collectStatements(second.pool);
  const guarded = (deps: ApiDeps): ApiDeps => ({ ...deps, directory: withCircuitBreaker(deps.directory) });
  const secondParts = {
    ...testApi.deps,
    database: second.database,
    directory: bookDirectory(second.database),
    ...more,
  };
  return {
    ...testApi,
    apis: [buildApi(guarded(testApi.deps)), buildApi(guarded(secondParts))],
    close: async () => {
      await second.database.destroy();
      await testApi.close();
    },
  };
}

/** Facts that a person enters about themselves. */
export interface TestPerson {
  rowId: string;
  email: string;
  cellPhone: string;
  pin: string;
  policy: { policyNumber: string; firstName: string; lastName: string; dateOfBirth: string; postalCode: string };
  driver: { driverLicense: string; driverLicenseProvince: string; dateOfBirth: string; postalCode: string };
  personKey: string;
}

type Row = Insertable<Database["book_row"]>;

const letters = (length: number) =>
  [...randomBytes(length)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
/** Numbers of people are above those that tests choose themselves, such as 514 555-0142. */
let people = 200;

/** Adds a person to the book, by default with a mobile number and an e-mail and without a PIN. */
export async function newPerson(
  testApi: TestApi,
  { pin = "", ...cells }: Partial<Row> & { pin?: string } = {},
): Promise<TestPerson> {
  people += 1;
  const serial = String(people).padStart(4, "0");
  const first = { first_name: "Maëlle", last_name: `St-Onge ${letters(6)}`, date_of_birth: "1988-02-29" };
  const row = {
    company: "belair",
    policy_number: `${letters(3).toUpperCase()}${serial}`,
    line: "auto",
    year: 2026,
    province: "qc" as const,
    role: 40 as const,
    ...first,
    postal_code: "H2X1Y4",
    email: `person${people}@courrier.example`,
    cell_phone: `514555${serial}`,
    licence_province: "qc" as const,
    licence_number: "S531229028807",
    registry: "smart" as const,
    language: "fr" as const,
    ...cells,
  };
  const names = { firstName: row.first_name, lastName: row.last_name, dateOfBirth: row.date_of_birth };
  const key = personKey(names);
  const holder = { company: row.company, policyNumber: row.policy_number, ...names };
  const pinHash = pin === "" ? null : pinHashes({ pin, holder, keys: testApi.deps.keys.secretHash })[0];
  const { id } = await testApi.database
    .insertInto("book_row")
    .values({ email_typed: row.email, pin_hash: pinHash ?? null, ...row, person_key: key })
    .returning("id")
    .executeTakeFirstOrThrow();
  const both = { dateOfBirth: row.date_of_birth, postalCode: row.postal_code ?? "H2X1Y4" };
  return {
    rowId: id,
    email: row.email ?? "",
    cellPhone: row.cell_phone ?? "",
    pin,
    policy: { policyNumber: row.policy_number, firstName: row.first_name, lastName: row.last_name, ...both },
    driver: {
      driverLicense: row.licence_number ?? "S531229028807",
      driverLicenseProvince: row.licence_province ?? "qc",
      ...both,
    },
    personKey: key,
  };
}

const claimsOf = (token: string): RegistrationTokenClaims =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const pageOf = (token: string) => claimsOf(token).page;

/** Checks that the API description lists the status of a response; the client has checked its schema. */
function followsTheDescription(name: RegistrationEndpoint, result: RegistrationCallResult<unknown>): void {
  if (result.kind === "unavailable") throw new Error(`${name} gave no answer of the contract: ${result.reason}`);
  if (result.kind === "error" && !registrationEndpoints[name].errorCodes.includes(result.error.error))
    throw new Error(`${name} answered ${result.error.error}, which its description does not name`);
}

/** Checks that every transition of a call is in the flow table. */
function followsTheTable(name: RegistrationEndpoint, from: Page, to: Page): void {
  const followers: readonly { page: Page }[] = flow[from].next;
  if (from !== to && !followers.some(({ page }) => page === to))
    throw new Error(`${name} led from ${from} to ${to}, which the flow table does not name`);
}

type Input<Name extends RegistrationEndpoint> = CallInput<(typeof registrationEndpoints)[Name]>;
type ResultOf<Name extends RegistrationEndpoint> = RegistrationCallResult<
  CallData<(typeof registrationEndpoints)[Name]>
>;

/** A client of API v2 that keeps the newest token. */
export class Visitor {
  token: string | undefined;
  readonly caller: ApiCaller;
  readonly #apis: readonly Fetcher[];
  #turn = 0;

  constructor(apis: readonly Fetcher[], more: Partial<ApiCaller> & { clientIp?: string } = {}) {
    this.#apis = apis;
    const clientIp = more.clientIp ?? `203.0.113.${1 + (randomBytes(1)[0] ?? 0)}`;
    this.caller = { ...callerFrom(clientIp), ...more };
  }

  /** Calls an endpoint with the newest token, on each server in turn. */
  async call<Name extends RegistrationEndpoint>(name: Name, ...input: Input<Name>): Promise<ResultOf<Name>> {
    const before = this.token;
    const result = await this.repeat(name, before, ...input);
    if (result.kind !== "unavailable" && result.token) this.token = result.token;
    followsTheDescription(name, result);
    if (before !== undefined && !["start", "back"].includes(name)) followsTheTable(name, pageOf(before), this.page());
    return result;
  }

  /** Calls an endpoint with any token and keeps the newest one. */
  repeat<Name extends RegistrationEndpoint>(
    name: Name,
    token: string | undefined,
    ...input: Input<Name>
  ): Promise<ResultOf<Name>> {
    const api = this.#apis[this.#turn++ % this.#apis.length];
    const client = createClient(registrationEndpoints, {
      baseUrl: "http://api.internal",
      fetch: async (request) => api?.fetch(request) ?? Promise.reject(new Error("no server")),
      timeoutMilliseconds: 25_000,
    });
    const send = client[name] as (caller: ApiCaller, ...given: Input<Name>) => Promise<ResultOf<Name>>;
    return send({ ...this.caller, ...(token && { token }) }, ...input);
  }

  claims(): RegistrationTokenClaims {
    return claimsOf(this.token ?? "");
  }

  page(): Page {
    return this.claims().page;
  }

  async start(accountType?: "policyHolder" | "insuredDriver"): Promise<this> {
    await this.call("start");
    if (accountType) await this.call("accountType", { accountType });
    return this;
  }

  /** Goes to the code page by e-mail or policy number, and chooses a method if there are several. */
  async toCode(
    person: TestPerson,
    { by = "email", option = "EMAIL", as = "policyHolder" }: ToCode = {},
  ): Promise<this> {
    await this.start(as);
    await this.call("identify", by === "email" ? { email: person.email } : { method: "policyNumber" });
    if (by === "policyNumber") await this.call("identify", person.policy);
    if (this.page() !== "VERIFY_OPTIONS") return this;
    const options = await this.call("options");
    const chosen = options.kind === "ok" ? options.data.find(({ type }) => type === option) : undefined;
    await this.call("send", chosen?.id ?? "");
    return this;
  }

  verify(securityCode: string): Promise<ResultOf<"verify">> {
    return this.call("verify", { securityCode });
  }
}

interface ToCode {
  by?: "email" | "policyNumber";
  option?: "EMAIL" | "SMS" | "PIN";
  as?: "policyHolder" | "insuredDriver";
}

export async function codeSentTo(testApi: TestApi, recipient: string): Promise<string> {
  const message = await testApi.database
    .selectFrom("notification")
    .select("facts")
    .where("recipient", "=", recipient)
    .where("kind", "in", [
      "registrationCode",
      "findAccountCode",
      "usernameCode",
      "emailChangeCode",
      "policyCode",
      "secondFactorCode",
    ])
    .orderBy("queued_at", "desc")
    .executeTakeFirst();
  return message?.facts.code ?? "";
}

export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}

/** Goes to the page CREATE by a code to the e-mail on file. */
export async function toCreate(testApi: TestApi, visitor: Visitor, person: TestPerson): Promise<Visitor> {
  await visitor.toCode(person);
  await visitor.verify(await codeSentTo(testApi, person.email));
  return visitor;
}

export const validPassword = "Grand-Vent-42";
export const createBody = { password: validPassword, passwordConfirmation: validPassword, terms: true } as const;

/** Enters wrong codes until the session is locked. Returns the number of checked codes. */
export async function guessUntilLocked(visitor: Visitor, wrongCode: string) {
  for (let attempts = 1; ; attempts++) {
    const result = await visitor.verify(wrongCode);
    if (result.kind !== "error" || result.error.error !== "INVALID_ACTIVATION_CODE") return { attempts, result };
  }
}
