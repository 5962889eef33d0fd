import { sql } from "kysely";
import { countMessages, countRows } from "../count-rows.ts";
import { password } from "../people.ts";
import { signsIn } from "../sign-in.ts";
import { drillServiceCredential } from "./drill-portal.ts";
import {
  dataOf,
  type KillContext,
  type KilledCall,
  type KillPoint,
  newestMessage,
  newPassword,
  portalOrigin,
  statusOf,
  violationUnless,
  violationUnlessOne,
} from "./kill-point.ts";
import {
  countEvents,
  countOpenSessions,
  findWrongEventsAndNotices,
  openAccount,
  readAccount,
  type SignedIn,
} from "./signed-in-account.ts";

/** Calls of a signed-in person or an agent that change the account. */
export const accountCalls: readonly KillPoint[] = [
  { id: "change-password", prepare: prepareChangePassword },
  { id: "request-email", prepare: prepareRequestEmail },
  { id: "confirm-email", prepare: prepareConfirmEmail },
  { id: "undo-email", prepare: prepareUndoEmail },
  { id: "freeze", prepare: prepareFreeze },
  { id: "unfreeze", prepare: prepareUnfreeze },
  { id: "close-account", prepare: prepareClose },
  { id: "keep-locale", prepare: prepareKeepLocale },
  { id: "approve-driver", prepare: prepareApproveDriver },
];

async function prepareChangePassword(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { client, caller, email } = signedIn;
  return {
    send: async () =>
      statusOf(await client.changePassword(caller, { currentPassword: password, password: newPassword })),
    // The session gets a new id when the password is changed.
    repeatStatuses: [200, 401],
    finish: async () => [
      ...violationUnless((await countOpenSessions(signedIn)) === 1, "another session is open after the change"),
      ...violationUnless(
        await signsIn(signedIn.port, { username: email, password: newPassword }),
        "the new password does not sign in",
      ),
      ...violationUnless(!(await signsIn(signedIn.port, { username: email, password })), "the old password signs in"),
      ...(await findWrongEventsAndNotices(signedIn, { event: "password.changed", notice: "passwordChanged" })),
    ],
  };
}

/** Requests a new e-mail, and returns it with its code. */
async function requestEmail(signedIn: SignedIn): Promise<{ email: string; code: string }> {
  const email = `new-${signedIn.email}`;
  dataOf(await signedIn.client.requestEmail(signedIn.caller, { email }));
  return { email, code: (await newestMessage(signedIn.database, email, "emailChangeCode")).code ?? "" };
}

async function prepareRequestEmail(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { client, caller, database, accountId } = signedIn;
  const email = `new-${signedIn.email}`;
  return {
    send: async () => statusOf(await client.requestEmail(caller, { email })),
    repeatStatuses: [200],
    finish: async () => {
      const before = await readAccount(signedIn);
      const { code = "" } = await newestMessage(database, email, "emailChangeCode");
      const codes = await countMessages(database, { to: email, kind: "emailChangeCode" });
      const events = await countEvents(signedIn, { event: "email.changeRequested" });
      // A repeated request replaces one that was committed before.
      const requests = await countRows(database, sql`select from email_change where account_id = ${accountId}`);
      return [
        ...violationUnless(before?.email === signedIn.email, "the e-mail changed without a code"),
        ...violationUnless(
          requests >= 1 && requests <= 2 && codes === requests && events === requests,
          `${requests} requests have ${codes} messages and ${events} events`,
        ),
        ...violationUnless((await client.confirmEmail(caller, { code })).kind === "ok", "the newest code is refused"),
      ];
    },
  };
}

async function prepareConfirmEmail(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { email, code } = await requestEmail(signedIn);
  return {
    send: async () => statusOf(await signedIn.client.confirmEmail(signedIn.caller, { code })),
    // A repeated code of a committed change finds no pending change.
    repeatStatuses: [200, 404],
    finish: async () => [
      ...violationUnless((await readAccount(signedIn))?.email === email, "the e-mail is not the new one"),
      ...(await findWrongEventsAndNotices(signedIn, { event: "email.changed", notice: "emailChangedUndo" })),
    ],
  };
}

async function prepareUndoEmail(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { email, code } = await requestEmail(signedIn);
  dataOf(await signedIn.client.confirmEmail(signedIn.caller, { code }));
  const { link = "" } = await newestMessage(signedIn.database, signedIn.email, "emailChangedUndo");
  const token = new URL(link).searchParams.get("change") ?? "";
  return {
    send: async () => statusOf(await signedIn.client.undoEmail(signedIn.caller, token)),
    repeatStatuses: [200],
    finish: async () => [
      ...violationUnless((await readAccount(signedIn))?.email === signedIn.email, "the e-mail is not the previous one"),
      ...violationUnless((await countOpenSessions(signedIn)) === 0, "a session is open after the undo"),
      ...violationUnless(
        !(await signsIn(signedIn.port, { username: signedIn.email, password })),
        "the password signs in after the undo",
      ),
      ...(await findWrongEventsAndNotices(signedIn, {
        event: "email.changeUndone",
        notice: "emailChanged",
        to: email,
      })),
    ],
  };
}

async function prepareFreeze(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  return {
    send: async () => statusOf(await signedIn.client.freeze(signedIn.caller)),
    // A frozen account has no session.
    repeatStatuses: [200, 401],
    finish: async () => {
      const account = await readAccount(signedIn);
      return [
        ...violationUnless(account?.frozen_at !== null && account?.disabled === true, "the account is not frozen"),
        ...violationUnless((await countOpenSessions(signedIn)) === 0, "a session is open after the freeze"),
        ...(await findWrongEventsAndNotices(signedIn, { event: "account.frozen", notice: "accountFrozen" })),
      ];
    },
  };
}

async function prepareUnfreeze(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { reference } = dataOf(await signedIn.client.freeze(signedIn.caller));
  const { gatewaySession: _none, ...caller } = signedIn.caller;
  // A killed call counts towards the limit of unknown references of its agent, so each run has another agent.
  const agent = { ...caller, serviceCredential: drillServiceCredential, agent: { id: `agent-${signedIn.accountId}` } };
  return {
    send: async () => statusOf(await signedIn.client.unfreeze(agent, reference)),
    repeatStatuses: [200],
    finish: async () => {
      const account = await readAccount(signedIn);
      return [
        ...violationUnless(
          account?.frozen_at === null && account.status === "L",
          "the account is still frozen, or its old password still works",
        ),
        ...(await findWrongEventsAndNotices(signedIn, { event: "account.unfrozen" })),
      ];
    },
  };
}

async function prepareClose(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  await signInToApplication(signedIn);
  return {
    send: async () => statusOf(await signedIn.client.close(signedIn.caller)),
    // A closed account has no session.
    repeatStatuses: [204, 401],
    finish: async () => [
      ...violationUnless((await readAccount(signedIn)) === undefined, "the account is still there"),
      ...violationUnlessOne("logouts to announce", await countAnnouncements(signedIn)),
      ...(await findWrongEventsAndNotices(signedIn, { event: "account.closed", notice: "accountClosed" })),
    ],
  };
}

/** Inserts a session of the OpenID Connect provider, with a logout that is announced only after the drill. */
async function signInToApplication({ database, accountId }: SignedIn): Promise<void> {
  await sql`
    insert into oidc_artifact
      (id_hash, model, issuer, account_id, gateway_session, session_uid, payload, announce_at, expires_at)
    select id_hash, 'Session', ${`${portalOrigin}/oidc`}, account_id, id_hash, 'uid ' || id_hash,
      '{"authorizations": {"claims": {"sid": "s"}}}', app_now() + interval '1 hour', app_now() + interval '2 hours'
    from gateway_session where account_id = ${accountId}::uuid limit 1`.execute(database);
}

function countAnnouncements({ database, accountId }: SignedIn): Promise<number> {
  return countRows(
    database,
    sql`select from oidc_artifact where session_uid is not null and payload ->> 'accountId' = ${accountId}
      and payload -> 'authorizations' ? 'claims'`,
  );
}

async function prepareKeepLocale(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  return {
    send: async () => statusOf(await signedIn.client.keepLocale(signedIn.caller, { language: "en" })),
    repeatStatuses: [204],
    finish: async () => [
      ...violationUnless((await readAccount(signedIn))?.language === "en", "the language is not the new one"),
      ...(await findWrongEventsAndNotices(signedIn, { event: "account.localeChanged" })),
    ],
  };
}

async function prepareApproveDriver(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { client, caller, database, accountId } = signedIn;
  const driverEmail = `driver-${signedIn.email}`;
  const id = await insertDriverRequest(signedIn, driverEmail);
  return {
    send: async () => statusOf(await client.approveDriver(caller, id)),
    repeatStatuses: [204],
    finish: async () => [
      ...violationUnlessOne(
        "links that create the driver's account",
        await countRows(
          database,
          sql`select from link where recipient = ${driverEmail} and action = 'DEFPWD_REGISTER'`,
        ),
      ),
      ...violationUnlessOne(
        "messages to the driver",
        await countMessages(database, { to: driverEmail, kind: "householdApproved" }),
      ),
      ...violationUnlessOne(
        "policies of the policyholder's account",
        await countRows(database, sql`select from account_policy where account_id = ${accountId}`),
      ),
      ...(await findWrongEventsAndNotices(signedIn, { event: "household.approved", notice: "householdAnswered" })),
    ],
  };
}

/** Adds a driver to the policy of the account, and their open request to its policyholder. Returns the request's id. */
async function insertDriverRequest({ database, accountId, email }: SignedIn, driverEmail: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with driver as (
      insert into book_row
        (company, policy_number, line, year, province, role, first_name, last_name, date_of_birth, person_key, registry)
      select company, policy_number, line, year, province, 80, 'Rose', last_name, date_of_birth,
        'driver ' || person_key, registry
      from book_row where email = ${email}
      returning company, policy_number, role, person_key, first_name, province
    )
    insert into household_request
      (brand, account_id, journey_id, company, policy_number, role, person_key, first_name, email, email_typed,
        language, province, origin, token_hash, due_at)
    select brand, account.id, gen_random_uuid(), company, policy_number, role, driver.person_key, driver.first_name,
      ${driverEmail}, ${driverEmail}, language, driver.province, ${portalOrigin}, 'token of ' || account.id,
      app_now() + interval '1 hour'
    from driver, account where account.id = ${accountId}::uuid
    returning id`.execute(database);
  const [request] = rows;
  if (request === undefined) throw new Error(`the account ${accountId} has no policy`);
  return request.id;
}
