import { Authenticator } from "@vestibule/api/passkeys/test/authenticator.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { type ApiReply, createClient } from "@vestibule/contract/api.client.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import { sql } from "kysely";
import { password, personOf } from "../bench/people.ts";
import { signIn } from "../bench/sign-in.ts";
import { drillServiceCredential } from "./drill-portal.ts";
import {
  type KillContext,
  type KilledCall,
  newestMessage,
  newPassword,
  portalOrigin,
  sendTo,
  statusOf,
  unless,
  wrongCount,
} from "./kill-point.ts";

const endpoints = {
  ...{ changePassword: credentialEndpoints.changePassword, close: ownDataEndpoints.close },
  ...{ requestEmail: emailChangeEndpoints.request, confirmEmail: emailChangeEndpoints.confirm },
  ...{ undoEmail: emailUndoEndpoints.undo, freeze: securityEndpoints.freeze },
  ...{ endOtherSessions: securityEndpoints.endOtherSessions, unfreeze: supportDeskEndpoints.unfreeze },
  ...{ passkeyOptions: passkeyEndpoints.creationOptions, addPasskey: passkeyEndpoints.add },
  ...{ passkeys: passkeyEndpoints.passkeys, removePasskey: passkeyEndpoints.remove },
};

/** Writes of a signed-in person and of an agent, whose server is killed. */
export const accountCalls: readonly { id: string; prepare(context: KillContext): Promise<KilledCall> }[] = [
  { id: "change-password", prepare: prepareChangePassword },
  { id: "request-email", prepare: prepareRequestEmail },
  { id: "confirm-email", prepare: prepareConfirmEmail },
  { id: "undo-email", prepare: prepareUndoEmail },
  { id: "freeze", prepare: prepareFreeze },
  { id: "unfreeze", prepare: prepareUnfreeze },
  { id: "close-account", prepare: prepareClose },
  { id: "add-passkey", prepare: prepareAddPasskey },
  { id: "remove-passkey", prepare: prepareRemovePasskey },
  { id: "end-other-sessions", prepare: prepareEndOtherSessions },
];

type SignedIn = Awaited<ReturnType<typeof openAccount>>;

/** An account holder with two sessions, of which the caller has one. */
async function openAccount({ target, portal }: KillContext) {
  const { email } = personOf("holder", target.nextHolder());
  const { port } = portal.servers[1];
  await sessionOf(port, email);
  const account = await target.database
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const client = createClient(endpoints, {
    baseUrl: portalOrigin,
    fetch: (request) => sendTo(target.nextPort(), request),
  });
  const caller = {
    apiKey: defaultBrandId,
    province: "qc",
    language: "fr",
    gatewaySession: await sessionOf(port, email),
  };
  return { email, accountId: account.id, client, caller, database: target.database, port };
}

async function sessionOf(port: number, username: string): Promise<string> {
  const { headers } = await signIn(port, { username, password });
  const id = /PD-H-SESSION-ID=([^;]+)/.exec(String(headers["set-cookie"]))?.[1];
  if (id === undefined) throw new Error(`no session began: ${headers.location}`);
  return id;
}

function dataOf<Data>(reply: ApiReply<Data, unknown>): Data {
  if (reply.kind !== "ok") throw new Error(`a call was refused: ${JSON.stringify(reply)}`);
  return reply.data;
}

const isSignedIn = async ({ port }: SignedIn, form: { username: string; password: string }) =>
  (await signIn(port, form)).headers.location?.includes("login_success") ?? false;

async function readAccount({ database, accountId }: SignedIn) {
  return database.selectFrom("account").selectAll().where("id", "=", accountId).executeTakeFirst();
}

async function countOpenSessions({ database, accountId }: SignedIn): Promise<number> {
  const sessions = database.selectFrom("gateway_session").where("account_id", "=", accountId);
  return (await sessions.where("ended_at", "is", null).select("id_hash").execute()).length;
}

/** The account's successful events and the messages to an e-mail that are not there exactly once. */
async function findWrongTraces(
  { database, accountId, email }: SignedIn,
  { event, notice, to = email }: { event: string; notice?: string; to?: string },
): Promise<string[]> {
  const events = await database
    .selectFrom("audit_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("event", "=", event as never)
    .where("result", "=", "ok")
    .execute();
  if (notice === undefined) return wrongCount(`events ${event}`, events.length);
  const notices = await database
    .selectFrom("notification")
    .select("id")
    .where("recipient", "=", to)
    .where("kind", "=", notice as never)
    .execute();
  return [...wrongCount(`events ${event}`, events.length), ...wrongCount(`messages ${notice}`, notices.length)];
}

async function prepareChangePassword(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const { client, caller, email } = own;
  return {
    send: async () =>
      statusOf(await client.changePassword(caller, { currentPassword: password, password: newPassword })),
    // The session has another id once its password is changed.
    repeated: [200, 401],
    finish: async () => [
      ...unless((await countOpenSessions(own)) === 1, "another session is open after the change"),
      ...unless(await isSignedIn(own, { username: email, password: newPassword }), "the new password does not sign in"),
      ...unless(!(await isSignedIn(own, { username: email, password })), "the old password signs in"),
      ...(await findWrongTraces(own, { event: "password.changed", notice: "passwordChanged" })),
    ],
  };
}

/** Requests a new e-mail, and returns it with its code. */
async function requestEmail(own: SignedIn): Promise<{ email: string; code: string }> {
  const email = `new-${own.email}`;
  dataOf(await own.client.requestEmail(own.caller, { email }));
  return { email, code: (await newestMessage(own.database, email, "usernameCode")).code ?? "" };
}

async function prepareRequestEmail(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const { client, caller } = own;
  const email = `new-${own.email}`;
  return {
    send: async () => statusOf(await client.requestEmail(caller, { email })),
    repeated: [200],
    finish: async () => {
      const before = await readAccount(own);
      const { code = "" } = await newestMessage(own.database, email, "usernameCode");
      const codes = await own.database.selectFrom("notification").select("id").where("recipient", "=", email).execute();
      const events = await own.database
        .selectFrom("audit_event")
        .select("id")
        .where("account_id", "=", own.accountId)
        .where("event", "=", "email.changeRequested")
        .execute();
      const changes = own.database.selectFrom("email_change").where("account_id", "=", own.accountId);
      // A repeated request replaces one that was committed before.
      const requests = (await changes.select("id").execute()).length;
      return [
        ...unless(before?.email === own.email, "the e-mail changed without a code"),
        ...unless(
          requests >= 1 && requests <= 2 && codes.length === requests && events.length === requests,
          `${requests} requests have ${codes.length} messages and ${events.length} events`,
        ),
        ...unless((await client.confirmEmail(caller, { code })).kind === "ok", "the newest code is refused"),
      ];
    },
  };
}

async function prepareConfirmEmail(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const { email, code } = await requestEmail(own);
  return {
    send: async () => statusOf(await own.client.confirmEmail(own.caller, { code })),
    // A repeated code of a committed change finds no change that waits.
    repeated: [200, 404],
    finish: async () => [
      ...unless((await readAccount(own))?.email === email, "the e-mail is not the new one"),
      ...(await findWrongTraces(own, { event: "email.changed", notice: "emailChangedUndo" })),
    ],
  };
}

async function prepareUndoEmail(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const { email, code } = await requestEmail(own);
  dataOf(await own.client.confirmEmail(own.caller, { code }));
  const { link = "" } = await newestMessage(own.database, own.email, "emailChangedUndo");
  const token = new URL(link).searchParams.get("change") ?? "";
  return {
    send: async () => statusOf(await own.client.undoEmail(own.caller, token)),
    repeated: [200],
    finish: async () => [
      ...unless((await readAccount(own))?.email === own.email, "the e-mail is not the one before"),
      ...unless((await countOpenSessions(own)) === 0, "a session is open after the undo"),
      ...unless(!(await isSignedIn(own, { username: own.email, password })), "the password signs in after the undo"),
      ...(await findWrongTraces(own, { event: "email.changeUndone", notice: "emailChanged", to: email })),
    ],
  };
}

async function prepareFreeze(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  return {
    send: async () => statusOf(await own.client.freeze(own.caller)),
    // A frozen account has no session.
    repeated: [200, 401],
    finish: async () => {
      const account = await readAccount(own);
      return [
        ...unless(account?.frozen_at !== null && account?.disabled === true, "the account is not frozen"),
        ...unless((await countOpenSessions(own)) === 0, "a session is open after the freeze"),
        ...(await findWrongTraces(own, { event: "account.frozen", notice: "accountFrozen" })),
      ];
    },
  };
}

async function prepareUnfreeze(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const { reference } = dataOf(await own.client.freeze(own.caller));
  const { gatewaySession: _none, ...caller } = own.caller;
  // A killed call counts against its agent, as a reference that leads nowhere.
  const agent = { ...caller, serviceCredential: drillServiceCredential, agent: { id: `agent-${own.accountId}` } };
  return {
    send: async () => statusOf(await own.client.unfreeze(agent, reference)),
    repeated: [200],
    finish: async () => {
      const account = await readAccount(own);
      return [
        ...unless(
          account?.frozen_at === null && account.status === "L",
          "the account is frozen, or its password works",
        ),
        ...(await findWrongTraces(own, { event: "account.unfrozen" })),
      ];
    },
  };
}

async function prepareClose(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  await signInToApplication(own);
  return {
    send: async () => statusOf(await own.client.close(own.caller)),
    // A closed account has no session.
    repeated: [204, 401],
    finish: async () => [
      ...unless((await readAccount(own)) === undefined, "the account is still there"),
      ...wrongCount("logouts to announce", await countAnnouncements(own)),
      ...(await findWrongTraces(own, { event: "account.closed", notice: "accountClosed" })),
    ],
  };
}

/** As the OpenID Connect provider stores it, to be announced after the drill. */
async function signInToApplication({ database, accountId }: SignedIn): Promise<void> {
  await sql`
    insert into oidc_artifact
      (id_hash, model, issuer, account_id, gateway_session, session_uid, payload, announce_at, expires_at)
    select id_hash, 'Session', ${`${portalOrigin}/oidc`}, account_id, id_hash, 'uid ' || id_hash,
      '{"authorizations": {"claims": {"sid": "s"}}}', app_now() + interval '1 hour', app_now() + interval '2 hours'
    from gateway_session where account_id = ${accountId}::uuid limit 1`.execute(database);
}

async function countAnnouncements({ database, accountId }: SignedIn): Promise<number> {
  const { rows } = await sql`
    select from oidc_artifact where session_uid is not null and payload ->> 'accountId' = ${accountId}
      and payload -> 'authorizations' ? 'claims'`.execute(database);
  return rows.length;
}

/** A device's new passkey, for the challenge of the account. */
async function newPasskey({ client, caller }: SignedIn) {
  const { challenge, user } = dataOf(await client.passkeyOptions(caller));
  return { name: "Tablette", passkey: new Authenticator().create(challenge, user.id, { origin: portalOrigin }) };
}

const passkeysOf = async ({ client, caller }: SignedIn) => dataOf(await client.passkeys(caller)).passkeys;

async function prepareAddPasskey(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const passkey = await newPasskey(own);
  return {
    send: async () => statusOf(await own.client.addPasskey(own.caller, passkey)),
    // A challenge adds one passkey: a repeated answer to it is refused.
    repeated: [201, 400],
    finish: async () => [
      ...wrongCount("passkeys", (await passkeysOf(own)).length),
      ...(await findWrongTraces(own, { event: "passkey.added", notice: "passkeyAdded" })),
    ],
  };
}

async function prepareRemovePasskey(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  dataOf(await own.client.addPasskey(own.caller, await newPasskey(own)));
  const [passkey] = await passkeysOf(own);
  return {
    send: async () => statusOf(await own.client.removePasskey(own.caller, passkey?.id ?? "")),
    repeated: [200, 404],
    finish: async () => [
      ...unless((await passkeysOf(own)).length === 0, "the passkey is still there"),
      ...(await findWrongTraces(own, { event: "passkey.removed", notice: "passkeyRemoved" })),
    ],
  };
}

async function prepareEndOtherSessions(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  return {
    send: async () => statusOf(await own.client.endOtherSessions(own.caller)),
    repeated: [200],
    finish: async () => [
      ...unless((await countOpenSessions(own)) === 1, "not exactly this session is open"),
      ...unless((await own.client.passkeys(own.caller)).kind === "ok", "this session has ended"),
      ...(await findWrongTraces(own, { event: "session.ended" })),
    ],
  };
}
