import { applicationEndpoints } from "@vestibule/contract/account/application.endpoint.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownHouseholdRequestEndpoints } from "@vestibule/contract/account/household-request.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { removalUndoEndpoints, secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { type ApiResult, createClient } from "@vestibule/contract/api.client.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { brandVersionEndpoints } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { pendingSignInEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { type RawBuilder, sql } from "kysely";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { fetchFrom, portalOrigin } from "../http.ts";
import { countMessages, countRows, nextHolderOf, signIn } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { Effect, KilledCall, KillPoint } from "./kill-point.ts";

export const caller = { apiKey: sampleBrandId, province: "qc", language: "fr" };
/** The password of a person who replaces the one from the accounts file. */
export const newPassword = "Montagne-77-verte?";

export function dataOf<Data>(result: ApiResult<Data, unknown>): Data {
  if (result.kind !== "ok") throw new Error(`a call failed: ${JSON.stringify(result)}`);
  return result.data;
}

/** Clients of the API, by what they change. */
export function clientsOf(portal: Portal) {
  const settings = { baseUrl: portalOrigin, fetch: fetchFrom(portal) };
  return {
    applications: createClient(applicationEndpoints, settings),
    credentials: createClient(credentialEndpoints, settings),
    email: createClient({ ...emailChangeEndpoints, undo: emailUndoEndpoints.undo }, settings),
    household: createClient(ownHouseholdRequestEndpoints, settings),
    ownData: createClient(ownDataEndpoints, settings),
    passkeys: createClient(passkeyEndpoints, settings),
    profile: createClient(profileEndpoints, settings),
    secondFactors: createClient({ ...secondFactorEndpoints, undo: removalUndoEndpoints.undo }, settings),
    security: createClient(securityEndpoints, settings),
    staff: createClient({ ...agentSessionEndpoints, publish: brandVersionEndpoints.publish }, settings),
    help: createClient(helpEndpoints, settings),
    support: createClient(supportDeskEndpoints, settings),
    recovery: createClient(recoveryEndpoints, settings),
    pending: createClient(pendingSignInEndpoints, settings),
  };
}

/** A person's account, with what it has in the database. */
export async function accountOf(portal: Portal, email: string) {
  const { database } = portal;
  const { id } = await database.selectFrom("account").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return {
    id,
    email,
    portal,
    database,
    /** A server that is not killed. */
    port: portal.servers[1].port,
    clients: clientsOf(portal),
    read: () => database.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirst(),
    count: (query: RawBuilder<unknown>) => countRows(database, query),
    countMessages: (kind: string, to = email) => countMessages(database, to, kind),
    countSessions: () =>
      countRows(database, sql`select from gateway_session where account_id = ${id} and ended_at is null`),
    /** Counts the successful events; `how` restricts them to one method of authentication. */
    countEvents: (event: string, how?: string) =>
      countRows(
        database,
        sql`select from audit_event where account_id = ${id} and event = ${event} and result = 'ok'
          and ${how === undefined ? sql`true` : sql`facts ->> 'how' = ${how}`}`,
      ),
  };
}

export type SignedIn = Awaited<ReturnType<typeof openAccount>>;

/** Signs an account holder in twice. The caller uses one of the two sessions. */
async function openAccount(portal: Portal) {
  const account = await accountOf(portal, nextHolderOf(portal));
  const openSession = async () => {
    const { headers } = await signIn(account.port, account.email);
    const id = /PD-H-SESSION-ID=([^;]+)/.exec(String(headers["set-cookie"]))?.[1];
    if (id === undefined) throw new Error(`no session was opened: ${headers.location}`);
    return id;
  };
  await openSession();
  return { ...account, caller: { ...caller, gatewaySession: await openSession() } };
}

/** A call of a signed-in person that changes the account. */
interface AccountCall {
  statuses: readonly number[];
  /** The one event, the one notice to the person, and the number of open sessions that it leaves. */
  leaves: { event?: string; notice?: string; sessions?: number };
  prepare(account: SignedIn): Promise<Pick<KilledCall, "send"> & Partial<KilledCall>>;
}

/** Rows of calls that are sent by a signed-in person. */
export const onAccount = (calls: Record<string, AccountCall>): KillPoint[] =>
  Object.entries(calls).map(([id, { statuses, leaves, prepare }]) => ({
    id,
    prepare: async (portal) => {
      const account = await openAccount(portal);
      const { send, effect } = await prepare(account);
      return { send, statuses, effect: async () => ({ ...(await readLeft(account, leaves)), ...(await effect?.()) }) };
    },
  }));

async function readLeft(account: SignedIn, { event, notice, sessions }: AccountCall["leaves"]): Promise<Effect> {
  return {
    ...(event && { [`events ${event}`]: await account.countEvents(event) }),
    ...(notice && { [`messages ${notice}`]: await account.countMessages(notice) }),
    ...(sessions !== undefined && { [`${sessions} sessions are open`]: (await account.countSessions()) === sessions }),
  };
}
