import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { type HttpClient, WrongHttpAnswer } from "../platform/http-client.adapter.ts";
import type { NewRegistryUser, RegistryAccount, RegistryPort, RegistryUser } from "./registry.port.ts";
import type { ScimUser } from "./scim.schema.ts";
import { type Replacement, ScimCall } from "./scim-client.adapter.ts";

/**
 * A user registry over SCIM 2.0 (RFC 7643, RFC 7644), for `guardRegistry`: it throws the errors of the HTTP client.
 * `externalId` is the account's id.
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
        [["externalId", account.accountId], ["password", password], ...email],
      );
    },
    setStatus: async ({ status, ...account }) => {
      const call = new ScimCall(client);
      const result = await call.change(() => findUser(call, account), [["active", status === "active"]]);
      if (result.kind === "emailTaken") throw new WrongHttpAnswer("status-409");
      return result;
    },
  };
}

/** Finds a user by external id, or else by e-mail a user without one, whom the next change links. */
async function findUser(call: ScimCall, { accountId, email }: RegistryAccount): Promise<ScimUser | undefined> {
  const linked = await call.findByExternalId(accountId);
  if (linked !== undefined) return linked;
  const sameName = await call.findByUserName(email);
  return sameName?.externalId ? undefined : sameName;
}

async function createUser(
  call: ScimCall,
  user: NewRegistryUser,
): Promise<{ kind: "created" } | { kind: "emailTaken" }> {
  const attributes = attributesOf(user);
  const findOwn = () => call.findByExternalId(user.accountId, ...user.olderAccountIds);
  const complete = async () => {
    const completed = await call.change(findOwn, attributes);
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
    ["externalId", user.accountId],
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
      accountId: user.externalId ?? undefined,
      email: normaliseEmail(user.userName) ?? user.userName,
      status: user.active === false ? "locked" : "active",
    }
  );
}
