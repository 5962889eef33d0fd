import SCIMMY from "scimmy";
import { loopbackServer, type ReceivedRequest } from "./loopback-server.ts";

interface StoredUser {
  id: string;
  userName: string;
  externalId?: string;
  password?: string;
  meta: { version: string };
}

const { User } = SCIMMY.Resources;

/** Starts a user registry on loopback whose protocol, schemas, filters and patches are those of the library SCIMMY. */
export async function scimmyServer() {
  const users = new Map<string, StoredUser>();
  SCIMMY.Resources.declare(User)
    .ingress((resource, data) => {
      const id = resource.id ?? String(users.size + 1);
      const isTaken = [...users.values()].some((user) => user.id !== id && user.userName === data.userName);
      if (isTaken) throw new SCIMMY.Types.Error(409, "uniqueness", "the name is taken");
      const version = `W/"${Number(users.get(id)?.meta.version.match(/\d+/)?.[0] ?? 0) + 1}"`;
      const { password = users.get(id)?.password } = data as { password?: string };
      const user = { ...JSON.parse(JSON.stringify(data)), id, password, meta: { version } };
      users.set(id, user);
      return withoutPassword(user);
    })
    .egress((resource) => {
      const found = [...users.values()].map(withoutPassword);
      if (resource.id === undefined) return (resource.filter?.match(found) ?? found) as never;
      const user = found.find(({ id }) => id === resource.id);
      if (user === undefined) throw new SCIMMY.Types.Error(404, undefined as never, "no such user");
      return user as never;
    });

  async function respond({ method, url, headers, body }: ReceivedRequest): Promise<[status: number, body?: unknown]> {
    const json = JSON.parse(body);
    if (url === "/scim/Users/.search")
      return [200, await new SCIMMY.Messages.SearchRequest(json).apply([User as never])];
    if (method === "POST") return [201, await new User().write(json)];
    const id = decodeURIComponent(url.split("/").at(-1) ?? "");
    if (headers["if-match"] !== users.get(id)?.meta.version) return [412];
    return [200, await new User(id).patch(json)];
  }

  const server = await loopbackServer(async (request, response) => {
    const [status, body] = await respond(request).catch((fault): [number, unknown] => [
      Number(fault.status ?? 500),
      new SCIMMY.Messages.Error(fault),
    ]);
    response.writeHead(status, { "content-type": "application/scim+json" }).end(body && JSON.stringify(body));
  });
  return {
    ...server,
    url: `${server.origin}/scim`,
    passwordOf: (externalId: string) => [...users.values()].find((user) => user.externalId === externalId)?.password,
  };
}

const withoutPassword = ({ password: _secret, ...user }: StoredUser) => user;
