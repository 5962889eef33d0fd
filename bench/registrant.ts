import { type RegistrationEndpoint, registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { sessionHeader } from "@vestibule/contract/v2/registration.schema.ts";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import type { BenchServer } from "./bench-server.ts";
import { type Answer, call, newClientIp } from "./http-call.ts";
import { password, personOf } from "./people.ts";

export interface RegistrationCall {
  name: RegistrationEndpoint;
  body?: object | string;
  optionId?: string;
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
  async call(name: RegistrationEndpoint, options: Omit<RegistrationCall, "name"> = {}): Promise<Answer> {
    const answer = await this.repeat({ name, ...options });
    this.token = tokenOf(answer) ?? this.token;
    return answer;
  }

  /** Calls an endpoint and keeps the old token. A body that is a string is sent unchanged. */
  repeat({ name, body, optionId = "" }: RegistrationCall, clientIp = this.#clientIp): Promise<Answer> {
    const { method, path } = registrationEndpoints[name];
    const json = typeof body === "object" ? JSON.stringify(body) : body;
    return call({
      port: this.#server.nextPort(),
      path: path.replace("{optionId}", optionId),
      method,
      clientIp,
      headers: {
        "api-key": defaultBrandId,
        province: "QC",
        language: "fr",
        ...(this.token && { [sessionHeader]: this.token }),
        ...(json !== undefined && { "content-type": "application/json" }),
      },
      ...(json !== undefined && { body: json }),
    });
  }

  /** Reads the session id from the token. */
  sessionId(): string {
    return JSON.parse(Buffer.from(this.token.split(".")[1] ?? "", "base64url").toString()).sid;
  }

  /** Walks from the start to a code sent by e-mail. Returns the response of each call by its name. */
  async toCode(): Promise<Partial<Record<RegistrationEndpoint, Answer>>> {
    const start = await this.call("start");
    const accountType = await this.call("accountType", { body: { accountType: "policyHolder" } });
    const identify = await this.call("identify", { body: { email: this.person.email } });
    return { start, accountType, identify, ...(await this.sendCode()) };
  }

  /** Walks from the list of methods to a code sent by e-mail. */
  async sendCode(): Promise<{ options: Answer; send: Answer }> {
    const options = await this.call("options");
    const offered: { id: string; type: string }[] = JSON.parse(options.text());
    const optionId = offered.find(({ type }) => type === "EMAIL")?.id ?? "";
    const send = await this.call("send", { optionId });
    if (send.status !== 200) throw new Error(`no code was sent: ${send.status} ${send.text()}`);
    return { options, send };
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

  /** Verifies the newest code. Throws when it is rejected. */
  async toCreate(): Promise<Answer> {
    const verify = await this.call("verify", { body: { securityCode: await this.code() } });
    if (verify.status !== 200) throw new Error(`the code was rejected: ${verify.status} ${verify.text()}`);
    return verify;
  }
}

export function tokenOf({ headers }: Answer): string | undefined {
  const token = headers[sessionHeader];
  return typeof token === "string" ? token : undefined;
}

export const createBody = { password, passwordConfirmation: password, terms: true };

/** Counts the accounts, welcome messages and events that the registrations of one person left. */
export async function countRows(
  { database }: BenchServer,
  registrants: readonly Registrant[],
  eventNames: readonly string[],
): Promise<Record<string, number>> {
  const email = registrants[0]?.person.email ?? "";
  const journeys = registrants.map((registrant) => registrant.sessionId());
  const accounts = await database.selectFrom("account").select("id").where("email", "=", email).execute();
  const welcomes = await database
    .selectFrom("notification")
    .select("id")
    .where("recipient", "=", email)
    .where("kind", "=", "welcome")
    .execute();
  const events = await database
    .selectFrom("audit_event")
    .select("event")
    .where("journey_id", "in", journeys)
    .where("event", "in", eventNames)
    .execute();
  const counts = eventNames.map((name) => [`events ${name}`, events.filter(({ event }) => event === name).length]);
  return { accounts: accounts.length, welcomes: welcomes.length, ...Object.fromEntries(counts) };
}
