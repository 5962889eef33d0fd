import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { sql } from "kysely";
import { call, portalOrigin } from "../http.ts";
import { nextHolderOf, signIn } from "../person.ts";
import { type Portal, serviceCredential } from "../portal.ts";
import type { PrepareCall } from "./kill-point.ts";
import { accountOf, caller, dataOf } from "./open-account.ts";

/** Calls of people and agents at brands that ask for a second proof in new browsers. */
export const secondFactorCalls: Record<string, PrepareCall> = {
  "send-second-factor": async (portal) => {
    const { client, pending } = await openPending(portal);
    return { send: () => client.send(pending, { id: "text" }) };
  },
  "verify-second-factor": async (portal) => {
    const { client, pending, newestCode } = await openPending(portal);
    dataOf(await client.send(pending, { id: "text" }));
    const { code: securityCode } = await newestCode();
    return { send: () => client.verify(pending, { id: "text", securityCode }) };
  },
  "deny-sign-in": async (portal) => {
    const { client, clients, pending, port, read, newestCode } = await openPending(portal);
    dataOf(await client.send(pending, { id: "text" }));
    const { code: securityCode, link } = await newestCode();
    dataOf(await client.verify(pending, { id: "text", securityCode }));
    const cookie = `pending-sign-in=${pending.pendingSignIn}`;
    await call({ port, path: "/pkmslogin.proven", headers: { cookie, host: new URL(portalOrigin).host } });
    const token = new URL(link).searchParams.get("login") ?? "";
    return {
      send: () => clients.denials.deny(caller, token),
      finish: async () => ({
        "the sign-in that got in is denied": dataOf(await clients.denials.read(caller, token)).state === "denied",
        "only a new password opens the account": (await read())?.status === "L",
      }),
    };
  },
  "add-waived-authenticator": async (portal) => {
    const { client, pending, id, database } = await openPending(portal);
    await sql`
      update account set second_factor_waived_until = app_now() + interval '1 day' where id = ${id}`.execute(database);
    const { secret } = dataOf(await client.setUp(pending));
    return { send: () => client.add(pending, { name: "App", code: totpCode(secret, new Date()) }) };
  },
  "request-waiver": async (portal) => {
    const { support, agent, reference } = await openCase(portal);
    return { send: () => support.waive(agent("first"), reference) };
  },
  "approve-waiver": async (portal) => {
    const { support, agent, reference } = await openCase(portal);
    const { request } = dataOf(await support.waive(agent("first"), reference));
    return { send: () => support.approve(agent("second"), request?.id ?? "") };
  },
};

/** Types the right password of a holder in a new browser. */
async function openPending(portal: Portal) {
  const account = await accountOf(portal, nextHolderOf(portal));
  const { headers } = await signIn(account.port, account.email);
  const pendingSignIn = /pending-sign-in=([^;]+)/.exec(String(headers["set-cookie"]))?.[1];
  if (pendingSignIn === undefined) throw new Error(`no second proof was asked for: ${headers.location}`);
  const newestCode = async () => {
    // Several people share a number, so the message is found by the sign-in.
    const { rows } = await sql<{ code: string; link: string }>`
      select notification.facts ->> 'code' as code, notification.facts ->> 'link' as link from notification
      join one_time_code on one_time_code.id = notification.code_id
      join pending_sign_in on pending_sign_in.id = one_time_code.session_id
      where pending_sign_in.account_id = ${account.id}`.execute(account.database);
    const [message] = rows;
    if (message === undefined) throw new Error("no code was sent");
    return message;
  };
  return { ...account, client: account.clients.pending, pending: { ...caller, pendingSignIn }, newestCode };
}

/** A person who has forgotten the password and reads a reference to an agent of the call centre. */
async function openCase(portal: Portal) {
  const { id, email, clients } = await accountOf(portal, nextHolderOf(portal));
  const { id: handle } = dataOf(await clients.recovery.reset(caller, { email }));
  const { code: reference } = dataOf(await clients.help.supportReference(caller, { handle, page: "/two-factor" }));
  // A killed call counts towards the limits of its agent, so each run has other agents.
  const agent = (name: string) => ({
    ...caller,
    brandId: caller.apiKey,
    serviceCredential,
    agent: { id: `${name}-${id}` },
  });
  return { support: clients.support, agent, reference };
}
