import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import {
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
  parseAnswer,
  readAnswer,
  WrongHttpAnswer,
} from "../platform/http-client.adapter.ts";
import { registryAnswerMilliseconds } from "./registry-guard.adapter.ts";
import { type ScimUser, scimError, scimList, scimSchemas, scimUser } from "./scim.schema.ts";

/** One replacement of an attribute by PATCH. */
export type Replacement = readonly [path: string, value: unknown];

const mostChanges = 3;

/**
 * Requests of one call of a registry by SCIM 2.0. They end together: a request that came after the caller gave up could
 * undo a later change.
 */
export class ScimCall {
  readonly #client: HttpClient;
  readonly #signal = AbortSignal.timeout(registryAnswerMilliseconds);

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** By POST, so that no URL contains an e-mail (RFC 7644, 7.5.2). */
  async #findOne(filter: string, isAsked: (user: ScimUser) => boolean): Promise<ScimUser | undefined> {
    const attributes = ["id", "externalId", "userName", "active", "meta.version"];
    const body = { schemas: [scimSchemas.search], filter, attributes, count: 2 };
    const answer = await this.#send({ method: "POST", path: "/Users/.search", body });
    if (answer.status !== 200) throw new WrongHttpAnswer(`status-${answer.status}`);
    const { Resources: users } = readAnswer(scimList, answer);
    if (!users.every(isAsked)) throw new WrongHttpAnswer("other-users");
    if (users.length > 1) throw new WrongHttpAnswer("several-users");
    return users[0];
  }

  findByUserName(email: string): Promise<ScimUser | undefined> {
    return this.#findOne(`userName eq ${JSON.stringify(email)}`, (user) => normaliseEmail(user.userName) === email);
  }

  findByExternalId(...ids: readonly string[]): Promise<ScimUser | undefined> {
    const filter = ids.map((id) => `externalId eq ${JSON.stringify(id)}`).join(" or ");
    return this.#findOne(filter, ({ externalId }) => ids.includes(externalId ?? ""));
  }

  async insert(attributes: readonly Replacement[]): Promise<{ kind: "created" } | { kind: "emailTaken" }> {
    const body = { schemas: [scimSchemas.user], ...Object.fromEntries(attributes) };
    const answer = await this.#send({ method: "POST", path: "/Users", body });
    if (isNotUnique(answer)) return { kind: "emailTaken" };
    if (answer.status !== 201) throw new WrongHttpAnswer(`status-${answer.status}`);
    readAnswer(scimUser, answer);
    return { kind: "created" };
  }

  /** Finds the user again where another system changed them in between. */
  async change(
    find: () => Promise<ScimUser | undefined>,
    replacements: readonly Replacement[],
  ): Promise<{ kind: "changed" } | { kind: "emailTaken" } | { kind: "unknown" }> {
    for (let attempt = 1; attempt <= mostChanges; attempt++) {
      const user = await find();
      if (user === undefined) return { kind: "unknown" };
      const answer = await this.#patch(user, replacements);
      if (isNotUnique(answer)) return { kind: "emailTaken" };
      if (answer.status === 200 || answer.status === 204) return { kind: "changed" };
      if (answer.status !== 412 && answer.status !== 404) throw new WrongHttpAnswer(`status-${answer.status}`);
    }
    throw new WrongHttpAnswer("status-412");
  }

  #patch(user: ScimUser, replacements: readonly Replacement[]): Promise<HttpAnswer> {
    const version = user.meta?.version;
    return this.#send({
      method: "PATCH",
      path: `/Users/${encodeURIComponent(user.id)}`,
      headers: version ? { "if-match": version } : {},
      body: {
        schemas: [scimSchemas.patch],
        Operations: replacements.map(([path, value]) => ({ op: "replace", path, value })),
      },
    });
  }

  #send(request: Pick<HttpRequest, "method" | "path" | "headers" | "body">): Promise<HttpAnswer> {
    const common = { mediaType: "application/scim+json", isRepeatable: true, signal: this.#signal };
    return this.#client.send({ ...request, ...common });
  }
}

/** A conflict other than of uniqueness is a fault. */
function isNotUnique(answer: HttpAnswer): boolean {
  if (answer.status !== 409) return false;
  const { scimType } = scimError.safeParse(parseAnswer(answer)).data ?? {};
  if (scimType !== undefined && scimType !== "uniqueness") throw new WrongHttpAnswer("status-409");
  return true;
}
