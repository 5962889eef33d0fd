import { sql } from "kysely";
import { password } from "../bench/people.ts";
import { drillServiceCredential } from "./drill-portal.ts";
import {
  type KillContext,
  type KilledCall,
  type KillPoint,
  newestMessage,
  newPassword,
  portalOrigin,
  statusOf,
  unless,
  wrongCount,
} from "./kill-point.ts";
import {
  countOpenSessions,
  dataOf,
  findWrongTraces,
  isSignedIn,
  openAccount,
  readAccount,
  type SignedIn,
} from "./signed-in-account.ts";

/** Writes of a signed-in person and of an agent, whose server is killed. */
export const accountCalls: readonly KillPoint[] = [
  { id: "change-password", prepare: prepareChangePassword },
  { id: "request-email", prepare: prepareRequestEmail },
  { id: "confirm-email", prepare: prepareConfirmEmail },
  { id: "undo-email", prepare: prepareUndoEmail },
  { id: "freeze", prepare: prepareFreeze },
  { id: "unfreeze", prepare: prepareUnfreeze },
  { id: "close-account", prepare: prepareClose },
  { id: "keep-locale", prepare: prepareKeepLocale },
];

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

async function prepareKeepLocale(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  return {
    send: async () => statusOf(await own.client.keepLocale(own.caller, { language: "en" })),
    repeated: [204],
    finish: async () => [
      ...unless((await readAccount(own))?.language === "en", "the language is not the new one"),
      ...(await findWrongTraces(own, { event: "account.localeChanged" })),
    ],
  };
}
