import { randomUUID } from "node:crypto";
import { type CannedResponse, failingServer, type ReceivedRequest } from "./loopback-server.ts";

export interface ScimRecord {
  id: string;
  externalId?: string;
  userName: string;
  name?: { givenName: string; familyName: string };
  emails?: { value: string; primary: boolean }[];
  preferredLanguage?: string;
  active: boolean;
  password?: string;
  /** Increases with each change. */
  version: number;
}

const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";
const notFound: CannedResponse = { status: 404, body: { schemas: [errorSchema], status: "404" } };
const notUnique: CannedResponse = {
  status: 409,
  body: { schemas: [errorSchema], status: "409", scimType: "uniqueness" },
};

/** Parses a filter of one comparison, `attribute eq "value"`, whose value is JSON (RFC 7644, 3.4.2.2). */
const comparison = /^(\w+) eq ("(?:[^"\\]|\\.)*")(?: or (.+))?$/;

function readFilter(filter: string): (user: ScimRecord) => boolean {
  const [, attribute = "", value = '""', rest] = comparison.exec(filter) ?? [];
  if (attribute === "") throw new Error(`invalidFilter: ${filter}`);
  const others = rest === undefined ? () => false : readFilter(rest);
  const asked = JSON.parse(value) as string;
  return (user) => {
    const storedValue = String(user[attribute as keyof ScimRecord] ?? "");
    const isSame = attribute === "userName" ? storedValue.toLowerCase() === asked.toLowerCase() : storedValue === asked;
    return isSame || others(user);
  };
}

/** The users of a registry and the operations on them. */
function scimUsers(hasVersions: boolean) {
  const users = new Map<string, ScimRecord>();
  const etag = ({ version }: ScimRecord) => `W/"${version}"`;

  function resource({ password: _never, version: _number, ...user }: ScimRecord) {
    const record = users.get(user.id);
    const meta = { resourceType: "User", ...(hasVersions && record && { version: etag(record) }) };
    return { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], ...user, meta };
  }

  const isTaken = (userName: string, ownId?: string) =>
    [...users.values()].some((user) => user.id !== ownId && user.userName.toLowerCase() === userName.toLowerCase());

  function search({ filter }: { filter: string }): CannedResponse {
    const found = [...users.values()].filter(readFilter(filter)).map(resource);
    const list = { schemas: [listSchema], totalResults: found.length };
    return { status: 200, body: found.length === 0 ? list : { ...list, Resources: found } };
  }

  function create(body: Omit<ScimRecord, "id" | "version">): CannedResponse {
    if (isTaken(body.userName)) return notUnique;
    const user = { ...body, id: `user/${randomUUID()}`, version: 1 };
    users.set(user.id, user);
    return { status: 201, body: resource(user) };
  }

  function patch(
    id: string,
    match: string | undefined,
    body: { Operations: { op: string; path: string; value: unknown }[] },
  ): CannedResponse {
    const user = users.get(id);
    if (user === undefined) return notFound;
    if (match !== undefined && match !== etag(user)) return { status: 412 };
    const changes = Object.fromEntries(body.Operations.map(({ path, value }) => [path, value]));
    if (typeof changes.userName === "string" && isTaken(changes.userName, id)) return notUnique;
    users.set(id, { ...user, ...changes, version: user.version + 1 });
    return { status: 204 };
  }

  return {
    users,
    search,
    create,
    patch,
    userOf: (email: string) => [...users.values()].find(({ userName }) => userName === email),
    /** Adds an existing user; `externalId` links it to an account. */
    add: (user: Partial<ScimRecord> & Pick<ScimRecord, "userName">): ScimRecord => {
      const record = { id: randomUUID(), active: true, version: 1, ...user };
      users.set(record.id, record);
      return record;
    },
  };
}

const token = "a-token-of-the-registry";

/** Starts a user registry on loopback that follows RFC 7643 and RFC 7644. It never returns passwords. */
export async function scimServer({ hasVersions = true } = {}) {
  const { search, create, patch, users, userOf, add } = scimUsers(hasVersions);

  function respond({ method, url, headers, body }: ReceivedRequest): CannedResponse {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (headers["content-type"] !== "application/scim+json") return { status: 415 };
    const json = JSON.parse(body);
    if (`${method} ${url}` === "POST /scim/v2/Users/.search") return search(json);
    if (`${method} ${url}` === "POST /scim/v2/Users") return create(json);
    const [, id] = /^\/scim\/v2\/Users\/([^/]+)$/.exec(url) ?? [];
    return method === "PATCH" && id ? patch(decodeURIComponent(id), headers["if-match"], json) : notFound;
  }

  const server = await failingServer("application/scim+json", respond);
  const { host } = new URL(server.origin);
  return {
    ...server,
    url: `http://${token}@${host}/scim/v2`,
    users,
    userOf,
    add,
  };
}
