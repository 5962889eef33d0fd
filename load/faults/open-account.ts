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
import { denialEndpoints, pendingSignInEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { fetchFrom, portalOrigin } from "../http.ts";
import { nextHolderOf, signIn } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { KilledCall, PrepareCall } from "./kill-point.ts";

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
    denials: createClient(denialEndpoints, settings),
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

/** Calls for which a person is signed in. */
export const onAccount = (
  calls: Record<string, (account: SignedIn) => Promise<KilledCall>>,
): Record<string, PrepareCall> =>
  Object.fromEntries(
    Object.entries(calls).map(([id, prepare]) => [id, async (portal) => prepare(await openAccount(portal))]),
  );
