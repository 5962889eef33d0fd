import { applicationEndpoints } from "@vestibule/contract/account/application.endpoint.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownHouseholdRequestEndpoints } from "@vestibule/contract/account/household-request.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { removalUndoEndpoints, secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { sql } from "kysely";
import { countMessages, countRows } from "../count-rows.ts";
import { password, personOf } from "../people.ts";
import { signIn } from "../sign-in.ts";
import { caller, clientOf, type KillContext, violationUnlessOne } from "./kill-point.ts";

const endpoints = {
  changePassword: credentialEndpoints.changePassword,
  close: ownDataEndpoints.close,
  requestEmail: emailChangeEndpoints.request,
  confirmEmail: emailChangeEndpoints.confirm,
  undoEmail: emailUndoEndpoints.undo,
  freeze: securityEndpoints.freeze,
  endOtherSessions: securityEndpoints.endOtherSessions,
  unfreeze: supportDeskEndpoints.unfreeze,
  passkeyOptions: passkeyEndpoints.creationOptions,
  addPasskey: passkeyEndpoints.add,
  passkeys: passkeyEndpoints.passkeys,
  removePasskey: passkeyEndpoints.remove,
  renamePasskey: passkeyEndpoints.rename,
  endSession: securityEndpoints.endSession,
  sessions: securityEndpoints.sessions,
  forgetBrowser: securityEndpoints.forgetBrowser,
  forgetOtherBrowsers: securityEndpoints.forgetOtherBrowsers,
  endApplication: applicationEndpoints.end,
  prove: credentialEndpoints.prove,
  keepLocale: profileEndpoints.keepLocale,
  approveDriver: ownHouseholdRequestEndpoints.approve,
  secondFactors: secondFactorEndpoints.list,
  setUpAuthenticator: secondFactorEndpoints.setUp,
  addAuthenticator: secondFactorEndpoints.add,
  removeAuthenticator: secondFactorEndpoints.remove,
  makeRecoveryCodes: secondFactorEndpoints.makeRecoveryCodes,
  proveByCode: secondFactorEndpoints.prove,
  undoRemoval: removalUndoEndpoints.undo,
};

export type SignedIn = Awaited<ReturnType<typeof openAccount>>;

/** Signs an account holder in twice. The caller uses one of the two sessions. */
export async function openAccount(context: KillContext) {
  const { target, portal } = context;
  const { email } = personOf("holder", target.nextHolder());
  const { port } = portal.servers[1];
  await openSession(port, email);
  const account = await target.database
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return {
    email,
    accountId: account.id,
    client: clientOf(context, endpoints),
    caller: { ...caller, gatewaySession: await openSession(port, email) },
    database: target.database,
    port,
  };
}

async function openSession(port: number, username: string): Promise<string> {
  const { headers } = await signIn(port, { username, password });
  const id = /PD-H-SESSION-ID=([^;]+)/.exec(String(headers["set-cookie"]))?.[1];
  if (id === undefined) throw new Error(`no session was opened: ${headers.location}`);
  return id;
}

export async function readAccount({ database, accountId }: SignedIn) {
  return database.selectFrom("account").selectAll().where("id", "=", accountId).executeTakeFirst();
}

export function countOpenSessions({ database, accountId }: SignedIn): Promise<number> {
  return countRows(database, sql`select from gateway_session where account_id = ${accountId} and ended_at is null`);
}

/** Counts the successful events of the account; `how` restricts them to one method of authentication. */
export function countEvents(
  { database, accountId }: Pick<SignedIn, "database" | "accountId">,
  { event, how }: { event: string; how?: string },
): Promise<number> {
  const byMethod = how === undefined ? sql`true` : sql`facts ->> 'how' = ${how}`;
  return countRows(
    database,
    sql`select from audit_event
      where account_id = ${accountId} and event = ${event} and result = 'ok' and ${byMethod}`,
  );
}

/** Checks that the account has one such successful event and the e-mail one such notice. Returns violations. */
export async function findWrongEventsAndNotices(
  signedIn: SignedIn,
  { event, notice, to = signedIn.email }: { event: string; notice?: string; to?: string },
): Promise<string[]> {
  const found = violationUnlessOne(`events ${event}`, await countEvents(signedIn, { event }));
  if (notice === undefined) return found;
  const notices = await countMessages(signedIn.database, { to, kind: notice });
  return [...found, ...violationUnlessOne(`messages ${notice}`, notices)];
}
