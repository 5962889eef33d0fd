import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { sql } from "kysely";
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
    const { client, pending, id, database } = await openPending(portal);
    dataOf(await client.send(pending, { id: "text" }));
    // Several people share a number, so the code is found by the sign-in.
    const { rows } = await sql<{ code: string }>`
      select notification.facts ->> 'code' as code from notification
      join one_time_code on one_time_code.id = notification.code_id
      join pending_sign_in on pending_sign_in.id = one_time_code.session_id
      where pending_sign_in.account_id = ${id}`.execute(database);
    const securityCode = rows[0]?.code ?? "";
    return { send: () => client.verify(pending, { id: "text", securityCode }) };
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
  return { ...account, client: account.clients.pending, pending: { ...caller, pendingSignIn } };
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
