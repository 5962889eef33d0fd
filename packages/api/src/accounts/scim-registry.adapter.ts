import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { z } from "zod";
import {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  parseResponse,
  readResponse,
  WrongHttpResponse,
} from "../platform/http-client.adapter.ts";
import type { NewRegistryUser, RegistryAccount, RegistryPort, RegistryUser } from "./registry.port.ts";
import { registryTimeoutMilliseconds } from "./registry-guard.adapter.ts";

const scimMediaType = "application/scim+json";
const scimSchemas = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  search: "urn:ietf:params:scim:api:messages:2.0:SearchRequest",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
} as const;

/** Reads an object by its names in any letter case (RFC 7643, 2.1). */
const inAnyCase = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const given = new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
    return Object.fromEntries(Object.keys(shape).map((name) => [name, given.get(name.toLowerCase())]));
  }, z.object(shape));

/** Some registries have numbers as ids, and write a truth value as a text. */
const identifier = z.union([z.string().min(1).max(256), z.int().transform(String)]);
/** An empty text is none. */
const identifierOrNone = z
  .union([identifier, z.literal("")])
  .nullish()
  .transform((value) => value || undefined);
const truth = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]);

/** The attributes of a User that are read (RFC 7643, 4.1). */
const scimUser = inAnyCase({
  id: identifier,
  externalId: identifierOrNone,
  userName: z.string(),
  active: truth.nullish(),
  meta: inAnyCase({ version: identifierOrNone }).nullish(),
});
type ScimUser = z.infer<typeof scimUser>;

/** A ListResponse (RFC 7644, 3.4.2); `Resources` is absent or null where nothing was found. */
const scimList = inAnyCase({
  totalResults: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]),
  Resources: z.array(scimUser).max(10).nullish(),
});

/** An Error (RFC 7644, 3.12). */
const scimError = inAnyCase({ scimType: z.string().toLowerCase().nullish() });

/** An attribute to replace by PATCH, with its new value. */
type Replacement = readonly [path: string, value: unknown];

const mostChanges = 3;

/** The requests of one registry call. They share a timeout, since a late one could undo a later change. */
class ScimCall {
  readonly #client: HttpClient;
  readonly #signal = AbortSignal.timeout(registryTimeoutMilliseconds);

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Searches by POST, so that no URL contains an e-mail (RFC 7644, 7.5.2). */
  async #findOne(filter: string, matchesQuery: (user: ScimUser) => boolean): Promise<ScimUser | undefined> {
    // Not "meta.version": some registries refuse a part of `meta`.
    const attributes = ["id", "externalId", "userName", "active", "meta"];
    const body = { schemas: [scimSchemas.search], filter, attributes, count: 2 };
    const response = await this.#send({ method: "POST", path: "/Users/.search", body });
    if (response.status !== 200) throw new WrongHttpResponse(`status-${response.status}`);
    const { totalResults, Resources } = readResponse(scimList, response);
    const users = Resources ?? [];
    // A page without the users that it counts does not mean that there is none.
    if (totalResults > 0 && users.length === 0) throw new WrongHttpResponse("Resources");
    if (!users.every(matchesQuery)) throw new WrongHttpResponse("other-users");
    if (users.length > 1 || totalResults > 1) throw new WrongHttpResponse("several-users");
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
    const response = await this.#send({ method: "POST", path: "/Users", body });
    if (isNotUnique(response)) return { kind: "emailTaken" };
    if (![200, 201, 204].includes(response.status)) throw new WrongHttpResponse(`status-${response.status}`);
    if (response.text !== "") readResponse(scimUser, response);
    return { kind: "created" };
  }

  /** Replaces attributes of the user that `find` returns; finds it again after a concurrent change. */
  async change(
    find: () => Promise<ScimUser | undefined>,
    replacementsFor: (user: ScimUser) => readonly Replacement[],
  ): Promise<{ kind: "changed" } | { kind: "emailTaken" } | { kind: "unknown" }> {
    for (let attempt = 1; attempt <= mostChanges; attempt++) {
      const user = await find();
      if (user === undefined) return { kind: "unknown" };
      const response = await this.#patch(user, replacementsFor(user));
      if (isNotUnique(response)) return { kind: "emailTaken" };
      if (response.status === 200 || response.status === 204) return { kind: "changed" };
      if (response.status !== 412 && response.status !== 404) throw new WrongHttpResponse(`status-${response.status}`);
    }
    throw new WrongHttpResponse("status-412");
  }

  #patch(user: ScimUser, replacements: readonly Replacement[]): Promise<HttpResponse> {
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

  #send({ headers, ...request }: Pick<HttpRequest, "method" | "path" | "headers" | "body">): Promise<HttpResponse> {
    return this.#client.send({
      ...request,
      mediaType: scimMediaType,
      headers: { accept: `${scimMediaType}, application/json`, ...headers },
      isRepeatable: true,
      signal: this.#signal,
    });
  }
}

/**
 * Whether the registry refuses a value that is not unique: by 409, or some by 400 with this type. Throws for any other
 * conflict.
 */
function isNotUnique(response: HttpResponse): boolean {
  if (response.status !== 409 && response.status !== 400) return false;
  const { scimType } = scimError.safeParse(parseResponse(response)).data ?? {};
  if (response.status === 400) return scimType === "uniqueness";
  if (scimType && scimType !== "uniqueness") throw new WrongHttpResponse("status-409");
  return true;
}

/** A ServiceProviderConfig (RFC 7643, 5), which a registry may be without. */
const providerConfig = inAnyCase({ patch: inAnyCase({ supported: truth }) });

/** Whether a registry says that it changes no user by PATCH, which SCIM leaves to it. */
export async function lacksPatch(client: HttpClient): Promise<boolean> {
  const response = await client.send({ method: "GET", path: "/ServiceProviderConfig", isRepeatable: true });
  return providerConfig.safeParse(parseResponse(response)).data?.patch.supported === false;
}

/**
 * A user registry over SCIM 2.0 (RFC 7643, RFC 7644), for `guardRegistry`: it throws the errors of the HTTP client.
 * `externalId` is the person's id, or where the insurer has given none, the account's.
 */
export function scimRegistry(client: HttpClient): RegistryPort {
  return {
    findByEmail: async (email) => toUser(await new ScimCall(client).findByUserName(email)),
    findByAccount: async (account) => toUser(await findUser(new ScimCall(client), account)),
    create: (user) => createUser(new ScimCall(client), user),
    setPassword: ({ password, newEmail, ...account }) => {
      const call = new ScimCall(client);
      const email = newEmail === undefined ? [] : emailAttributes(newEmail);
      return call.change(
        () => findUser(call, account),
        (user) => [["externalId", user.externalId ?? externalIdOf(account)], ["password", password], ...email],
      );
    },
    setStatus: async ({ status, ...account }) => {
      const call = new ScimCall(client);
      const result = await call.change(
        () => findUser(call, account),
        () => [["active", status === "active"]],
      );
      if (result.kind === "emailTaken") throw new WrongHttpResponse("status-409");
      return result;
    },
  };
}

function externalIdOf({ accountId, personId }: RegistryAccount): string {
  return personId ?? accountId;
}

/**
 * Finds a user by the account's id, by the person's, or else by e-mail a user without an external id, whom the next
 * change links. Where the person's id and the e-mail are of two users, neither is the account's: the insurer has given
 * the person an id that the registry has for another person.
 */
async function findUser(call: ScimCall, account: RegistryAccount): Promise<ScimUser | undefined> {
  const linked = await call.findByExternalId(account.accountId);
  if (linked !== undefined) return linked;
  const ofPerson = await findByPersonId(call, account);
  if (ofPerson && normaliseEmail(ofPerson.userName) === account.email) return ofPerson;
  const sameName = await call.findByUserName(account.email);
  if (sameName === undefined) return ofPerson;
  return ofPerson || sameName.externalId ? undefined : sameName;
}

async function findByPersonId(call: ScimCall, { personId }: RegistryAccount): Promise<ScimUser | undefined> {
  return personId === undefined ? undefined : call.findByExternalId(personId);
}

async function createUser(
  call: ScimCall,
  user: NewRegistryUser,
): Promise<{ kind: "created" } | { kind: "emailTaken" }> {
  const attributes = attributesOf(user);
  const ofPerson = () => findByPersonId(call, user);
  const known = await ofPerson();
  // The person has proven the mailbox of their own e-mail alone.
  if (known && normaliseEmail(known.userName) !== user.email) return { kind: "emailTaken" };
  const findOwn = async () =>
    (await call.findByExternalId(user.accountId, ...user.olderAccountIds)) ?? (known && ofPerson());
  const complete = async () => {
    const completed = await call.change(findOwn, () => attributes);
    return completed.kind === "changed" ? ({ kind: "created" } as const) : completed;
  };
  const interrupted = await complete();
  if (interrupted.kind !== "unknown") return interrupted;
  const inserted = await call.insert([...attributes, ["active", true]]);
  if (inserted.kind === "created") return inserted;
  // The response to the same insertion may have been lost.
  const repeated = await complete();
  return repeated.kind === "unknown" ? inserted : repeated;
}

/** Attributes of a new user, without `active`: completing an interrupted creation never undoes a lock. */
function attributesOf(user: NewRegistryUser): Replacement[] {
  return [
    ["externalId", externalIdOf(user)],
    ...emailAttributes(user.email),
    ["name", { givenName: user.firstName, familyName: user.lastName }],
    ["preferredLanguage", `${user.language}-CA`],
    ["password", user.password],
  ];
}

function emailAttributes(email: string): Replacement[] {
  return [
    ["userName", email],
    ["emails", [{ value: email, primary: true }]],
  ];
}

function toUser(user: ScimUser | undefined): RegistryUser | undefined {
  return (
    user && {
      externalId: user.externalId ?? undefined,
      email: normaliseEmail(user.userName) ?? user.userName,
      status: user.active === false ? "locked" : "active",
    }
  );
}
