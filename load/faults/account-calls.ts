import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { sql } from "kysely";
import { portalOrigin } from "../http.ts";
import { password } from "../people.ts";
import { newestFacts, signsIn } from "../person.ts";
import { serviceCredential } from "../portal.ts";
import { dataOf, newPassword, onAccount, type SignedIn } from "./open-account.ts";

/** Calls of a signed-in person or an agent that change the account and the methods of its second proof. */
export const accountCalls = onAccount({
  "change-password": async ({ clients, caller, port, email }) => ({
    send: () => clients.credentials.changePassword(caller, { currentPassword: password, password: newPassword }),
    finish: async () => ({
      "the new password signs in": await signsIn(port, email, newPassword),
      "the old password signs in no more": !(await signsIn(port, email)),
    }),
  }),
  "request-email": async ({ clients, caller, database, email, read }) => {
    const newEmail = `new-${email}`;
    return {
      send: () => clients.email.request(caller, { email: newEmail }),
      finish: async () => {
        const isOld = (await read())?.email === email;
        const { code = "" } = await newestFacts(database, newEmail, "emailChangeCode");
        return {
          "the e-mail is the old one until the code": isOld,
          "the newest code is accepted": (await clients.email.confirm(caller, { code })).kind === "ok",
        };
      },
    };
  },
  "confirm-email": async (account) => {
    const { email, code } = await requestEmail(account);
    return {
      send: () => account.clients.email.confirm(account.caller, { code }),
      finish: async () => ({ "the e-mail is the new one": (await account.read())?.email === email }),
    };
  },
  "undo-email": async (account) => {
    const { clients, caller, database, port, email } = account;
    const { code } = await requestEmail(account);
    dataOf(await clients.email.confirm(caller, { code }));
    const { link = "" } = await newestFacts(database, email, "emailChangedUndo");
    const token = new URL(link).searchParams.get("change") ?? "";
    return {
      send: () => clients.email.undo(caller, token),
      finish: async () => ({
        "the e-mail is the previous one": (await account.read())?.email === email,
        "the password signs in no more": !(await signsIn(port, email)),
      }),
    };
  },
  freeze: async ({ clients, caller }) => ({ send: () => clients.security.freeze(caller) }),
  unfreeze: async ({ id, clients, caller: { gatewaySession, ...caller } }) => {
    const { reference } = dataOf(await clients.security.freeze({ ...caller, gatewaySession }));
    // A killed call counts towards the limit of unknown references of its agent, so each run has another agent.
    const agent = { ...caller, serviceCredential, agent: { id: `agent-${id}` } };
    return { send: () => clients.support.unfreeze(agent, reference) };
  },
  "close-account": async ({ id, clients, caller, database }) => {
    // A session at an application, with a logout that is announced only after the drill.
    await sql`
      insert into oidc_artifact
        (id_hash, model, issuer, account_id, gateway_session, session_uid, payload, announce_at, expires_at)
      select id_hash, 'Session', ${`${portalOrigin}/oidc`}, account_id, id_hash, 'uid ' || id_hash,
        '{"authorizations": {"claims": {"sid": "s"}}}', app_now() + interval '1 hour', app_now() + interval '2 hours'
      from gateway_session where account_id = ${id}::uuid limit 1`.execute(database);
    return { send: () => clients.ownData.close(caller) };
  },
  "keep-locale": async ({ clients, caller }) => ({
    send: () => clients.profile.keepLocale(caller, { language: "en" }),
  }),
  "approve-driver": async (account) => {
    const request = await insertDriverRequest(account, `driver-${account.email}`);
    return { send: () => account.clients.household.approve(account.caller, request) };
  },
  "add-authenticator": async ({ clients, caller }) => {
    const { secret } = dataOf(await clients.secondFactors.setUp(caller));
    return { send: () => clients.secondFactors.add(caller, { name: "App", code: codeNow(secret) }) };
  },
  "remove-authenticator": async (account) => {
    const app = await addApp(account);
    return { send: () => account.clients.secondFactors.remove(account.caller, app) };
  },
  "undo-removal": async (account) => {
    const { clients, caller, database, email } = account;
    dataOf(await clients.secondFactors.remove(caller, await addApp(account)));
    const { link = "" } = await newestFacts(database, email, "authenticatorRemoved");
    const token = new URL(link).searchParams.get("removal") ?? "";
    return { send: () => clients.secondFactors.undo(caller, token) };
  },
  "make-recovery-codes": async ({ clients, caller }) => ({
    send: () => clients.secondFactors.makeRecoveryCodes(caller),
  }),
  "prove-by-recovery-code": async ({ clients, caller }) => {
    const [code = ""] = dataOf(await clients.secondFactors.makeRecoveryCodes(caller)).codes;
    return { send: () => clients.secondFactors.prove(caller, { code }) };
  },
});

/** Requests a new e-mail, and returns it with its code. */
async function requestEmail({ clients, caller, database, email: oldEmail }: SignedIn) {
  const email = `new-${oldEmail}`;
  dataOf(await clients.email.request(caller, { email }));
  return { email, code: (await newestFacts(database, email, "emailChangeCode")).code ?? "" };
}

const codeNow = (secret: string) => totpCode(secret, new Date());

/** Adds an authenticator app and returns its id. */
async function addApp({ clients, caller }: SignedIn): Promise<string> {
  const { secret } = dataOf(await clients.secondFactors.setUp(caller));
  dataOf(await clients.secondFactors.add(caller, { name: "App", code: codeNow(secret) }));
  return dataOf(await clients.secondFactors.list(caller)).authenticators[0]?.id ?? "";
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
