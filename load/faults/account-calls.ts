import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { sql } from "kysely";
import { portalOrigin } from "../http.ts";
import { password } from "../people.ts";
import { newestFacts, signsIn } from "../person.ts";
import { serviceCredential } from "../portal.ts";
import { dataOf, newPassword, onAccount, type SignedIn } from "./open-account.ts";

/** Calls of a signed-in person or an agent that change the account and the methods of its second proof. */
export const accountCalls = onAccount({
  "change-password": {
    // The session gets a new id when the password is changed.
    statuses: [200, 401],
    leaves: { event: "password.changed", notice: "passwordChanged", sessions: 1 },
    prepare: async ({ clients, caller, port, email }) => ({
      send: () => clients.credentials.changePassword(caller, { currentPassword: password, password: newPassword }),
      effect: async () => ({
        "the new password signs in": await signsIn(port, email, newPassword),
        "the old password signs in no more": !(await signsIn(port, email)),
      }),
    }),
  },
  "request-email": {
    statuses: [200],
    leaves: {},
    prepare: async ({ id, clients, caller, database, email, ...account }) => {
      const newEmail = `new-${email}`;
      return {
        send: () => clients.email.request(caller, { email: newEmail }),
        effect: async () => {
          const { code = "" } = await newestFacts(database, newEmail, "emailChangeCode");
          const codes = await account.countMessages("emailChangeCode", newEmail);
          const events = await account.countEvents("email.changeRequested");
          // A repeated request replaces one that was committed before.
          const requests = await account.count(sql`select from email_change where account_id = ${id}`);
          const isConsistent = requests >= 1 && requests <= 2 && codes === requests && events === requests;
          return {
            "the e-mail is the old one until the code": (await account.read())?.email === email,
            [`${requests} requests have ${codes} messages and ${events} events`]: isConsistent,
            "the newest code is accepted": (await clients.email.confirm(caller, { code })).kind === "ok",
          };
        },
      };
    },
  },
  "confirm-email": {
    // A repeated code of a committed change finds no pending change.
    statuses: [200, 404],
    leaves: { event: "email.changed", notice: "emailChangedUndo" },
    prepare: async (account) => {
      const { email, code } = await requestEmail(account);
      return {
        send: () => account.clients.email.confirm(account.caller, { code }),
        effect: async () => ({ "the e-mail is the new one": (await account.read())?.email === email }),
      };
    },
  },
  "undo-email": {
    statuses: [200],
    leaves: { event: "email.changeUndone", sessions: 0 },
    prepare: async (account) => {
      const { clients, caller, database, port } = account;
      const { email, code } = await requestEmail(account);
      dataOf(await clients.email.confirm(caller, { code }));
      const { link = "" } = await newestFacts(database, account.email, "emailChangedUndo");
      const token = new URL(link).searchParams.get("change") ?? "";
      return {
        send: () => clients.email.undo(caller, token),
        effect: async () => ({
          "the e-mail is the previous one": (await account.read())?.email === account.email,
          "the password signs in no more": !(await signsIn(port, account.email)),
          "messages emailChangeUndone": await account.countMessages("emailChangeUndone", email),
        }),
      };
    },
  },
  freeze: {
    // A frozen account has no session.
    statuses: [200, 401],
    leaves: { event: "account.frozen", notice: "accountFrozen", sessions: 0 },
    prepare: async ({ clients, caller, read }) => ({
      send: () => clients.security.freeze(caller),
      effect: async () => {
        const account = await read();
        return { "the account is frozen": account?.frozen_at !== null && account?.disabled === true };
      },
    }),
  },
  unfreeze: {
    statuses: [200],
    leaves: { event: "account.unfrozen" },
    prepare: async ({ id, clients, caller: { gatewaySession, ...caller }, read }) => {
      const { reference } = dataOf(await clients.security.freeze({ ...caller, gatewaySession }));
      // A killed call counts towards the limit of unknown references of its agent, so each run has another agent.
      const agent = { ...caller, serviceCredential, agent: { id: `agent-${id}` } };
      return {
        send: () => clients.support.unfreeze(agent, reference),
        effect: async () => {
          const account = await read();
          const isUnfrozen = account?.frozen_at === null && account.status === "L";
          return { "the account is unfrozen and its old password is locked": isUnfrozen };
        },
      };
    },
  },
  "close-account": {
    // A closed account has no session.
    statuses: [204, 401],
    leaves: { event: "account.closed", notice: "accountClosed" },
    prepare: async ({ id, clients, caller, database, read, count }) => {
      // A session at an application, with a logout that is announced only after the drill.
      await sql`
        insert into oidc_artifact
          (id_hash, model, issuer, account_id, gateway_session, session_uid, payload, announce_at, expires_at)
        select id_hash, 'Session', ${`${portalOrigin}/oidc`}, account_id, id_hash, 'uid ' || id_hash,
          '{"authorizations": {"claims": {"sid": "s"}}}', app_now() + interval '1 hour', app_now() + interval '2 hours'
        from gateway_session where account_id = ${id}::uuid limit 1`.execute(database);
      return {
        send: () => clients.ownData.close(caller),
        effect: async () => ({
          "the account is deleted": (await read()) === undefined,
          "logouts to announce": await count(
            sql`select from oidc_artifact where session_uid is not null and payload ->> 'accountId' = ${id}
              and payload -> 'authorizations' ? 'claims'`,
          ),
        }),
      };
    },
  },
  "keep-locale": {
    statuses: [204],
    leaves: { event: "account.localeChanged" },
    prepare: async ({ clients, caller, read }) => ({
      send: () => clients.profile.keepLocale(caller, { language: "en" }),
      effect: async () => ({ "the language is the new one": (await read())?.language === "en" }),
    }),
  },
  "approve-driver": {
    statuses: [204],
    leaves: { event: "household.approved", notice: "householdAnswered" },
    prepare: async (account) => {
      const { id, clients, caller, count } = account;
      const driver = `driver-${account.email}`;
      const request = await insertDriverRequest(account, driver);
      return {
        send: () => clients.household.approve(caller, request),
        effect: async () => ({
          "links that create the driver's account": await count(
            sql`select from link where recipient = ${driver} and action = 'DEFPWD_REGISTER'`,
          ),
          "messages to the driver": await account.countMessages("householdApproved", driver),
          "policies of the policyholder's account": await count(
            sql`select from account_policy where account_id = ${id}`,
          ),
        }),
      };
    },
  },
  "add-authenticator": {
    // A setup is confirmed once: afterwards the session has none.
    statuses: [201, 404],
    leaves: { event: "authenticator.added", notice: "authenticatorAdded" },
    prepare: async (account) => {
      const { clients, caller } = account;
      const { secret } = dataOf(await clients.secondFactors.setUp(caller));
      return {
        send: () => clients.secondFactors.add(caller, { name: "App", code: codeNow(secret) }),
        effect: async () => ({ "authenticator apps": (await appsOf(account)).length }),
      };
    },
  },
  "remove-authenticator": {
    statuses: [200, 404],
    leaves: { event: "authenticator.removed", notice: "authenticatorRemoved" },
    prepare: async (account) => {
      const app = await addApp(account);
      return {
        send: () => account.clients.secondFactors.remove(account.caller, app),
        effect: async () => ({ "the app is removed": (await appsOf(account)).length === 0 }),
      };
    },
  },
  "undo-removal": {
    statuses: [200],
    leaves: { event: "method.removalUndone", notice: "removalUndone", sessions: 0 },
    prepare: async (account) => {
      const { id, clients, caller, database, email, count } = account;
      dataOf(await clients.secondFactors.remove(caller, await addApp(account)));
      const { link = "" } = await newestFacts(database, email, "authenticatorRemoved");
      const token = new URL(link).searchParams.get("removal") ?? "";
      return {
        send: () => clients.secondFactors.undo(caller, token),
        effect: async () => ({
          "apps that are there again": await count(
            sql`select from authenticator where account_id = ${id} and removed_at is null`,
          ),
        }),
      };
    },
  },
  "make-recovery-codes": {
    // A repeated call makes a new set, which replaces the one that was not received.
    statuses: [200],
    leaves: {},
    prepare: async ({ clients, caller, countEvents, countMessages }) => {
      let sent = 0;
      return {
        send: async () => {
          sent += 1;
          return clients.secondFactors.makeRecoveryCodes(caller);
        },
        effect: async () => {
          const left = dataOf(await clients.secondFactors.list(caller)).recoveryCodes?.left;
          const events = await countEvents("recoveryCodes.made");
          const notices = await countMessages("recoveryCodesMade");
          return {
            [`${left} of 10 codes are usable`]: left === 10,
            [`${sent} calls have ${events} events and ${notices} notices`]:
              events >= 1 && events <= sent && notices === events,
          };
        },
      };
    },
  },
  "prove-by-recovery-code": {
    // A code that the killed server committed is used up.
    statuses: [204, 400],
    leaves: {},
    prepare: async ({ id, clients, caller, count, countEvents }) => {
      const [code = ""] = dataOf(await clients.secondFactors.makeRecoveryCodes(caller)).codes;
      return {
        send: () => clients.secondFactors.prove(caller, { code }),
        effect: async () => ({
          "used recovery codes": await count(
            sql`select from recovery_code where account_id = ${id} and used_at is not null`,
          ),
          "second proofs": await countEvents("session.proven", "recoveryCode"),
        }),
      };
    },
  },
});

/** Requests a new e-mail, and returns it with its code. */
async function requestEmail({ clients, caller, database, email: oldEmail }: SignedIn) {
  const email = `new-${oldEmail}`;
  dataOf(await clients.email.request(caller, { email }));
  return { email, code: (await newestFacts(database, email, "emailChangeCode")).code ?? "" };
}

const codeNow = (secret: string) => totpCode(secret, new Date());

const appsOf = async ({ clients, caller }: SignedIn) => dataOf(await clients.secondFactors.list(caller)).authenticators;

/** Adds an authenticator app and returns its id. */
async function addApp(account: SignedIn): Promise<string> {
  const { clients, caller } = account;
  const { secret } = dataOf(await clients.secondFactors.setUp(caller));
  dataOf(await clients.secondFactors.add(caller, { name: "App", code: codeNow(secret) }));
  return (await appsOf(account))[0]?.id ?? "";
}

/** Adds a driver to the policy of the account, and their open request to its policyholder. Returns the request's id. */
async function insertDriverRequest({ database, id, email }: SignedIn, driverEmail: string): Promise<string> {
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
    from driver, account where account.id = ${id}::uuid
    returning id`.execute(database);
  const [request] = rows;
  if (request === undefined) throw new Error(`the account ${id} has no policy`);
  return request.id;
}
