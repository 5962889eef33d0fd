import { type RegistrationEndpoint, registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { sessionHeader } from "@vestibule/contract/v2/registration.schema.ts";
import { sql } from "kysely";
import { callApi } from "./api-call.ts";
import type { BenchServer } from "./bench-server.ts";
import { countMessages, countRows } from "./count-rows.ts";
import { type HttpResponse, newClientIp } from "./http-call.ts";
import { password, personOf } from "./people.ts";

export interface RegistrantRequest {
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

/** A client of API v2 that registers a person. Sends each call to the next server in turn, with the newest token. */
export class Registrant {
  readonly person: ReturnType<typeof personOf>;
  token = "";
  readonly #server: BenchServer;
  readonly #clientIp = newClientIp();

  constructor(benchServer: BenchServer, serial: number = benchServer.nextVisitor()) {
    this.#server = benchServer;
    this.person = personOf("visitor", serial);
  }

  /** Calls an endpoint and keeps the new token. */
  async call(name: RegistrationEndpoint, options: Omit<RegistrantRequest, "name"> = {}): Promise<HttpResponse> {
    const response = await this.repeat({ name, ...options });
    this.token = tokenOf(response) ?? this.token;
    return response;
  }

  /** Calls an endpoint and keeps the old token. A body that is a string is sent unchanged. */
  repeat({ name, body, optionId = "" }: RegistrantRequest, clientIp = this.#clientIp): Promise<HttpResponse> {
    const { method, path } = registrationEndpoints[name];
    return callApi(
      this.#server.nextPort(),
      { method, path: path.replace("{optionId}", optionId) },
      { body, clientIp, headers: this.token ? { [sessionHeader]: this.token } : {} },
    );
  }

  /** Calls an endpoint and keeps the new token. Throws RejectedCall when the status is an error. */
  async succeed(name: RegistrationEndpoint, options?: Omit<RegistrantRequest, "name">): Promise<HttpResponse> {
    const response = await this.call(name, options);
    if (response.status >= 300) throw new RejectedCall(name, response);
    return response;
  }

  /** Reads the session id from the token. */
  sessionId(): string {
    return JSON.parse(Buffer.from(this.token.split(".")[1] ?? "", "base64url").toString()).sid;
  }

  /** Walks from the start to the question for the e-mail. */
  async toIdentification() {
    const start = await this.succeed("start");
    return { start, accountType: await this.succeed("accountType", { body: { accountType: "policyHolder" } }) };
  }

  /** Walks from the start to a code that was sent. Returns the response of each call by its name. */
  async toCode(channel?: "EMAIL" | "SMS") {
    const { start, accountType } = await this.toIdentification();
    const identify = await this.succeed("identify", { body: { email: this.person.email } });
    return { start, accountType, identify, ...(await this.sendCode(channel)) };
  }

  /** Walks from the list of methods to a code that was sent. */
  async sendCode(channel: "EMAIL" | "SMS" = "EMAIL"): Promise<{ options: HttpResponse; send: HttpResponse }> {
    const options = await this.succeed("options");
    const offered: { id: string; type: string }[] = JSON.parse(options.text());
    const optionId = offered.find(({ type }) => type === channel)?.id ?? "";
    return { options, send: await this.succeed("send", { optionId }) };
  }

  /** Reads the code of the newest message. Without a token, as in a browser, finds the message by its recipient. */
  async code(): Promise<string> {
    const { facts } = await this.#server.database
      .selectFrom("notification")
      .select("facts")
      .where((row) =>
        this.token ? row("journey_id", "=", this.sessionId()) : row("recipient", "=", this.person.email),
      )
      .where("kind", "in", ["registrationCode", "usernameCode"])
      .orderBy("queued_at", "desc")
      .executeTakeFirstOrThrow();
    return facts.code ?? "";
  }

  /** Verifies the newest code. */
  async toCreate(): Promise<HttpResponse> {
    return this.succeed("verify", { body: { securityCode: await this.code() } });
  }
}

export function tokenOf({ headers }: HttpResponse): string | undefined {
  const token = headers[sessionHeader];
  return typeof token === "string" ? token : undefined;
}

export const createBody = { password, passwordConfirmation: password, terms: true };

/** Counts the accounts, welcome messages and events that the registrations of one person left. */
export async function countRegistrationRows(
  { database }: BenchServer,
  registrants: readonly Registrant[],
  eventNames: readonly string[],
): Promise<Record<string, number>> {
  const to = registrants[0]?.person.email ?? "";
  const journeys = registrants.map((registrant) => registrant.sessionId());
  const counts: Record<string, number> = {
    accounts: await countRows(database, sql`select from account where email = ${to}`),
    welcomes: await countMessages(database, { to, kind: "welcome" }),
  };
  for (const name of eventNames)
    counts[`events ${name}`] = await countRows(
      database,
      sql`select from audit_event where journey_id = any(${journeys}) and event = ${name}`,
    );
  return counts;
}
