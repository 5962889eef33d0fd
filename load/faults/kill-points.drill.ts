import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { scimServer } from "../../test/scim-server.ts";
import { countMessages } from "../count-rows.ts";
import { password, personOf } from "../people.ts";
import { createBody, Registrant, type RegistrantRequest } from "../registrant.ts";
import { signsIn } from "../sign-in.ts";
import { accessCalls } from "./access-calls.ts";
import { accountCalls } from "./account-calls.ts";
import { applicationCalls } from "./application-calls.ts";
import { brandCalls } from "./brand-calls.ts";
import type { Drill, DrillResult } from "./drill.ts";
import type { DatabaseKind } from "./drill-postgres.ts";
import {
  caller,
  clientOf,
  dataOf,
  findWrongRows,
  type KillContext,
  type KilledCall,
  type KillPoint,
  killAtEachStatement,
  newestMessage,
  newPassword,
  statusOf,
  violationUnless,
  violationUnlessOne,
} from "./kill-point.ts";
import { methodCalls } from "./method-calls.ts";
import { pendingSignInCalls } from "./pending-sign-in-calls.ts";
import { registryBrandSettings } from "./registry-brand.ts";
import { countEvents } from "./signed-in-account.ts";

const killPoints: readonly KillPoint[] = [
  { id: "verify", prepare: prepareVerify },
  { id: "create", prepare: prepareCreate },
  { id: "reset-code", prepare: prepareResetCode },
  { id: "reset-password", prepare: prepareResetPassword },
  ...accountCalls,
  ...accessCalls,
  ...methodCalls,
  ...applicationCalls,
  ...brandCalls,
];

const newBrowserSettings = { SECOND_FACTOR: "newBrowser" };

export const drills: readonly Drill[] = [
  ...killPoints.map(({ id, prepare }) => drillOf(id, (database) => killAtEachStatement(database, prepare))),
  ...pendingSignInCalls.map(({ id, prepare }) =>
    drillOf(id, (database) => killAtEachStatement(database, prepare, newBrowserSettings)),
  ),
  drillOf("create-in-registry", killCreateInRegistry),
];

function drillOf(id: string, run: Drill["run"]): Drill {
  return {
    id,
    name: `F-21 the server of a call (${id}) is killed before and after each of its statements; the client repeats it`,
    maxRecoverySeconds: 5,
    run,
  };
}

async function prepareVerify({ target }: KillContext): Promise<KilledCall> {
  const registrant = new Registrant(target);
  await registrant.toCode();
  const call: RegistrantRequest = { name: "verify", body: { securityCode: await registrant.code() } };
  return {
    send: () => sendCall(registrant, call),
    repeatStatuses: [200],
    finish: async () => {
      const created = await registrant.call("create", { body: createBody });
      return [
        ...(created.status === 201 ? [] : [`the creation of the account was answered ${created.status}`]),
        ...(await findWrongRows(target, registrant)),
      ];
    },
  };
}

async function prepareCreate({ target }: KillContext) {
  const registrant = new Registrant(target);
  await registrant.toCode();
  await registrant.toCreate();
  return {
    registrant,
    send: () => sendCall(registrant, { name: "create", body: createBody }),
    repeatStatuses: [201],
    finish: () => findWrongRows(target, registrant),
  };
}

/** Like `create`, for a brand with a user registry, which must have one user for the account. */
async function killCreateInRegistry(database: DatabaseKind): Promise<DrillResult> {
  await using opened = new AsyncDisposableStack();
  const registry = opened.adopt(await scimServer(), (server) => server.close());
  const prepare = async (context: KillContext): Promise<KilledCall> => {
    const { registrant, finish, ...call } = await prepareCreate(context);
    const { email } = registrant.person;
    const before = registry.users.size;
    const findWrongUser = async () => {
      const user = registry.userOf(email);
      const accounts = context.target.database.selectFrom("account").select("id").where("email", "=", email);
      const account = await accounts.executeTakeFirst();
      return [
        ...violationUnlessOne("new users", registry.users.size - before),
        ...violationUnless(user !== undefined && user.externalId === account?.id, "the user has another account"),
        ...violationUnless(user?.active === true && user.password === password, "the user cannot sign in"),
      ];
    };
    return { ...call, finish: async () => [...(await finish()), ...(await findWrongUser())] };
  };
  return await killAtEachStatement(database, prepare, registryBrandSettings(registry.url));
}

/** Sends a call and keeps the new token. Returns the status, or undefined when the connection broke. */
async function sendCall(registrant: Registrant, { name, ...call }: RegistrantRequest): Promise<number | undefined> {
  return registrant.call(name, call).then(
    ({ status }) => status,
    () => undefined,
  );
}

async function startReset(context: KillContext) {
  const { target } = context;
  const { email } = personOf("holder", target.nextHolder());
  const client = clientOf(context, recoveryEndpoints);
  const { id } = dataOf(await client.reset(caller, { email }));
  const newestCode = async () => (await newestMessage(target.database, email)).code ?? "";
  const code = await newestCode();
  const validate = (validationValue = code) => client.validate(caller, id, { validationValue });
  /** Requests and verifies a new code, as a person does after a lost response. */
  const validateAgain = async () => {
    await client.sendAgain(caller, id, { mediumType: "EMAIL", notificationType: "RESET_PSW" });
    return validate(await newestCode());
  };
  const setPassword = (token: string) =>
    client.password(caller, id, { password: newPassword, token, postalCode: "H2X 1Y4" });
  return { email, validate, validateAgain, setPassword };
}

async function prepareResetCode(context: KillContext): Promise<KilledCall> {
  const { email, validate, validateAgain, setPassword } = await startReset(context);
  let token: string | undefined;
  return {
    send: async () => {
      const result = await validate();
      if (result.kind === "ok") token = result.data.token;
      return statusOf(result);
    },
    // A code is accepted once: a repeated call of a committed one is refused.
    repeatStatuses: [200, 400],
    finish: async () => {
      if (token === undefined) {
        const result = await validateAgain();
        if (result.kind !== "ok") return [`a new code was rejected: ${JSON.stringify(result)}`];
        token = result.data.token;
      }
      await setPassword(token);
      return findWrongReset(context, email);
    },
  };
}

async function prepareResetPassword(context: KillContext): Promise<KilledCall> {
  const { email, validate, setPassword } = await startReset(context);
  const { token } = dataOf(await validate());
  return {
    send: async () => statusOf(await setPassword(token)),
    // A token sets one password: a repeated call of a committed one is refused.
    repeatStatuses: [200, 404],
    finish: () => findWrongReset(context, email),
  };
}

/** Checks that a reset left one password, one event and one notice. */
async function findWrongReset({ portal, target }: KillContext, email: string): Promise<string[]> {
  const { database } = target;
  const account = database.selectFrom("account").select("id").where("email", "=", email);
  const { id: accountId } = await account.executeTakeFirstOrThrow();
  const { port } = portal.servers[1];
  const newSignsIn = await signsIn(port, { username: email, password: newPassword });
  const oldSignsIn = await signsIn(port, { username: email, password });
  return [
    ...violationUnlessOne(
      "events password.reset",
      await countEvents({ database, accountId }, { event: "password.reset" }),
    ),
    ...violationUnlessOne(
      "notices of a changed password",
      await countMessages(database, { to: email, kind: "passwordChanged" }),
    ),
    ...(newSignsIn && !oldSignsIn ? [] : ["the new password does not sign in, or the old one does"]),
  ];
}
