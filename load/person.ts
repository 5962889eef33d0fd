import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { type RegistrationEndpoint, registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { sessionHeader } from "@vestibule/contract/v2/registration.schema.ts";
import { type RawBuilder, sql } from "kysely";
import { call, callApi, fetchFrom, formType, type HttpResponse, newClientIp, portalOrigin } from "./http.ts";
import { password, personOf } from "./people.ts";
import type { Portal } from "./portal.ts";

export const wrongPassword = "Not-The-One-1";
export const createBody = { password, passwordConfirmation: password, terms: true };

/** E-mail of the next account holder. */
export const nextHolderOf = ({ nextHolder }: Pick<Portal, "nextHolder">) => personOf("holder", nextHolder()).email;

/** Posts the login form, in a new browser unless its cookies are given. */
export function signIn(
  port: number,
  username: string,
  { typed = password, clientIp, cookie }: { typed?: string; clientIp?: string; cookie?: string } = {},
): Promise<HttpResponse> {
  const body = new URLSearchParams({ username, password: typed, "login-form-type": "pwd" }).toString();
  const headers = { ...formType, ...(cookie && { cookie }) };
  return call({ port, path: "/pkmslogin.form", method: "POST", headers, body, ...(clientIp && { clientIp }) });
}

export const isSignedIn = ({ headers }: HttpResponse) =>
  headers.location?.includes(gatewayResults.success.code) === true;

/** Whether the gateway signs the person in. */
export const signsIn = async (port: number, username: string, typed?: string) =>
  isSignedIn(await signIn(port, username, typed === undefined ? {} : { typed }));

export const requestReset = (port: number, email: string) =>
  callApi(port, recoveryEndpoints.reset, { body: { email } });

/** Returns the number of rows that a query selects. */
export const countRows = async (database: Db, query: RawBuilder<unknown>) =>
  (await query.execute(database)).rows.length;

export const countMessages = (database: Db, to: string, kind: string) =>
  countRows(database, sql`select from notification where recipient = ${to} and kind = ${kind}`);

/** Facts of the newest message to a recipient, of these kinds. */
export async function newestFacts(
  database: Db,
  recipient: string,
  ...kinds: string[]
): Promise<Record<string, string>> {
  const { rows } = await sql<{ facts: Record<string, string> }>`
    select facts from notification where recipient = ${recipient} and kind = any(${kinds})
    order by queued_at desc limit 1`.execute(database);
  return rows[0]?.facts ?? {};
}

export interface RegistrantCall {
  name: RegistrationEndpoint;
  body?: object | string;
  optionId?: string;
}

/** A response whose status is an error. */
export class RejectedCall extends Error {
  readonly response: HttpResponse;

  constructor(name: RegistrationEndpoint, response: HttpResponse) {
    super(`${name} was answered ${response.status} ${response.text()}`);
    this.response = response;
  }
}

/** A client of API v2 that registers a person. Each call goes to the next server, with the newest token. */
export class Registrant {
  readonly person: ReturnType<typeof personOf>;
  token = "";
  readonly #portal: Pick<Portal, "nextPort" | "database">;
  readonly #clientIp = newClientIp();

  constructor(portal: Pick<Portal, "nextPort" | "database" | "nextVisitor">, serial: number = portal.nextVisitor()) {
    this.#portal = portal;
    this.person = personOf("visitor", serial);
  }

  /** Calls an endpoint and keeps the new token. */
  async call(name: RegistrationEndpoint, options: Omit<RegistrantCall, "name"> = {}): Promise<HttpResponse> {
    const response = await this.repeat({ name, ...options });
    this.token = tokenOf(response) ?? this.token;
    return response;
  }

  /** Calls an endpoint and keeps the old token. */
  repeat({ name, body, optionId = "" }: RegistrantCall, clientIp = this.#clientIp): Promise<HttpResponse> {
    const { method, path } = registrationEndpoints[name];
    const headers: Record<string, string> = this.token ? { [sessionHeader]: this.token } : {};
    const endpoint = { method, path: path.replace("{optionId}", optionId) };
    return callApi(this.#portal.nextPort(), endpoint, { clientIp, headers, ...(body !== undefined && { body }) });
  }

  /** Calls an endpoint and keeps the new token. Throws RejectedCall when the status is an error. */
  async succeed(name: RegistrationEndpoint, options?: Omit<RegistrantCall, "name">): Promise<HttpResponse> {
    const response = await this.call(name, options);
    if (response.status >= 300) throw new RejectedCall(name, response);
    return response;
  }

  /** Id of the attempt, which its token contains. */
  id(): string {
    return claimsOf(this.token).sid;
  }

  /** Walks from the start to the question for the e-mail. */
  async toIdentification() {
    const start = await this.succeed("start");
    return { start, accountType: await this.succeed("accountType", { body: { accountType: "policyHolder" } }) };
  }

  /** Walks from the start to a code that was sent. Returns the response of each call by its name. */
  async toCode(channel?: "EMAIL" | "SMS") {
    const first = await this.toIdentification();
    const identify = await this.succeed("identify", { body: { email: this.person.email } });
    return { ...first, identify, send: await this.sendCode(channel) };
  }

  /** Walks from the list of methods to a code that was sent. */
  async sendCode(channel: "EMAIL" | "SMS" = "EMAIL"): Promise<HttpResponse> {
    const offered: { id: string; type: string }[] = JSON.parse((await this.succeed("options")).text());
    return this.succeed("send", { optionId: offered.find(({ type }) => type === channel)?.id ?? "" });
  }

  /** Code of the newest message. Without a token, as in a browser, finds the message by its recipient. */
  async code(): Promise<string> {
    const { database } = this.#portal;
    const ofPerson = this.token ? sql`journey_id = ${this.id()}` : sql`recipient = ${this.person.email}`;
    const { rows } = await sql<{ code: string }>`
      select facts ->> 'code' as code from notification
      where kind in ('registrationCode', 'usernameCode') and ${ofPerson} order by queued_at desc limit 1`.execute(
      database,
    );
    return rows[0]?.code ?? "";
  }

  /** Verifies the newest code. */
  async toCreate(): Promise<HttpResponse> {
    return this.succeed("verify", { body: { securityCode: await this.code() } });
  }

  create(): Promise<HttpResponse> {
    return this.succeed("create", { body: createBody });
  }
}

/** Claims of a registration's token: `sid` is the registration, `jti` the token. */
export const claimsOf = (token: string): { sid: string; jti: string } =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

export function tokenOf({ headers }: HttpResponse): string | undefined {
  const token = headers[sessionHeader];
  return typeof token === "string" ? token : undefined;
}

/** Counts what the registrations of one person left, of which there must be one each. */
export async function countRegistered({ database }: Pick<Portal, "database">, registrants: readonly Registrant[]) {
  const to = registrants[0]?.person.email ?? "";
  const attempts = registrants.map((registrant) => registrant.id());
  const events = (name: string) =>
    countRows(database, sql`select from audit_event where journey_id = any(${attempts}) and event = ${name}`);
  return {
    accounts: await countRows(database, sql`select from account where email = ${to}`),
    welcomes: await countMessages(database, to, "welcome"),
    "events account.created": await events("account.created"),
    "events code.accepted": await events("code.accepted"),
  };
}

/** A person who registers on the pages of the portal. */
export class WebRegistrant {
  readonly #registrant: Registrant;
  readonly browser: Browser;

  constructor(portal: Portal) {
    this.#registrant = new Registrant(portal);
    this.browser = new Browser(fetchFrom(portal), portalOrigin);
  }

  /** Posts each form up to the code page. Awaits `between` before each. */
  async toCode(between: () => Promise<unknown> = async () => {}): Promise<void> {
    await this.#open("/create-an-account/start");
    await between();
    await this.#submit(flow.ACCOUNT_TYPE.path, { accountType: "policyHolder" }, flow.EMAIL_IDENTIFICATION.path);
    await between();
    const { email } = this.#registrant.person;
    const options = await this.#submit(flow.EMAIL_IDENTIFICATION.path, { email }, flow.VERIFY_OPTIONS.path);
    await between();
    // The first option is the e-mail.
    const codeOption = /name="codeOption"[^>]*value="([^"]+)"/.exec(options)?.[1] ?? "";
    await this.#submit(flow.VERIFY_OPTIONS.path, { codeOption }, flow.VERIFY_CODE.path);
  }

  async toCreate(): Promise<void> {
    const securityCode = await this.#registrant.code();
    await this.#submit(flow.VERIFY_CODE.path, { securityCode }, flow.CREATE.path);
  }

  /** Posts a form and returns the next page. Throws when the response redirects elsewhere. */
  async #submit(path: string, form: Record<string, string>, next: string): Promise<string> {
    const response = await this.browser.post(path, form, { origin: portalOrigin });
    const location = response.headers.get("location");
    if (response.status !== 303 || location !== next)
      throw new Error(`${path} led to ${location} with ${response.status}: ${(await response.text()).slice(0, 500)}`);
    return this.#open(next);
  }

  async #open(path: string): Promise<string> {
    const response = await this.browser.get(path);
    const location = response.headers.get("location");
    if (response.status === 303 && location !== null) return this.#open(location);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  }
}
