import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import {
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
  parseAnswer,
  readAnswer,
  WrongHttpAnswer,
} from "../platform/http-client.adapter.ts";
import { registryTimeoutMilliseconds } from "./registry-guard.adapter.ts";
import { type ScimUser, scimError, scimList, scimSchemas, scimUser } from "./scim.schema.ts";

/** An attribute to replace by PATCH, with its new value. */
export type Replacement = readonly [path: string, value: unknown];

const mostChanges = 3;

/** The requests of one registry call. They share a timeout, since a late one could undo a later change. */
export class ScimCall {
  readonly #client: HttpClient;
  readonly #signal = AbortSignal.timeout(registryTimeoutMilliseconds);

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Searches by POST, so that no URL contains an e-mail (RFC 7644, 7.5.2). */
  async #findOne(filter: string, matchesQuery: (user: ScimUser) => boolean): Promise<ScimUser | undefined> {
    const attributes = ["id", "externalId", "userName", "active", "meta.version"];
    const body = { schemas: [scimSchemas.search], filter, attributes, count: 2 };
    const answer = await this.#send({ method: "POST", path: "/Users/.search", body });
    if (answer.status !== 200) throw new WrongHttpAnswer(`status-${answer.status}`);
    const { Resources: users } = readAnswer(scimList, answer);
    if (!users.every(matchesQuery)) throw new WrongHttpAnswer("other-users");
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

  /** Replaces attributes of the user that `find` returns; finds it again after a concurrent change. */
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

/** Whether the registry refuses a value that is not unique. Throws for any other conflict. */
function isNotUnique(answer: HttpAnswer): boolean {
  if (answer.status !== 409) return false;
  const { scimType } = scimError.safeParse(parseAnswer(answer)).data ?? {};
  if (scimType !== undefined && scimType !== "uniqueness") throw new WrongHttpAnswer("status-409");
  return true;
}
