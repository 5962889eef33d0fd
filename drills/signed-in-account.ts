import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { type ApiReply, createClient } from "@vestibule/contract/api.client.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import { sql } from "kysely";
import { password, personOf } from "../bench/people.ts";
import { signIn } from "../bench/sign-in.ts";
import { type KillContext, portalOrigin, sendTo, violationUnlessOne } from "./kill-point.ts";

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
  prove: credentialEndpoints.prove,
  keepLocale: profileEndpoints.keepLocale,
};

export type SignedIn = Awaited<ReturnType<typeof openAccount>>;

/** Signs an account holder in twice. The caller uses one of the two sessions. */
export async function openAccount({ target, portal }: KillContext) {
  const { email } = personOf("holder", target.nextHolder());
  const { port } = portal.servers[1];
  await openSession(port, email);
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
    gatewaySession: await openSession(port, email),
  };
  return { email, accountId: account.id, client, caller, database: target.database, port };
}

async function openSession(port: number, username: string): Promise<string> {
  const { headers } = await signIn(port, { username, password });
  const id = /PD-H-SESSION-ID=([^;]+)/.exec(String(headers["set-cookie"]))?.[1];
  if (id === undefined) throw new Error(`no session was opened: ${headers.location}`);
  return id;
}

export function dataOf<Data>(reply: ApiReply<Data, unknown>): Data {
  if (reply.kind !== "ok") throw new Error(`a call failed: ${JSON.stringify(reply)}`);
  return reply.data;
}

export const isSignedIn = async ({ port }: SignedIn, form: { username: string; password: string }) =>
  (await signIn(port, form)).headers.location?.includes("login_success") ?? false;

export async function readAccount({ database, accountId }: SignedIn) {
  return database.selectFrom("account").selectAll().where("id", "=", accountId).executeTakeFirst();
}

export async function countOpenSessions({ database, accountId }: SignedIn): Promise<number> {
  const sessions = database.selectFrom("gateway_session").where("account_id", "=", accountId);
  return (await sessions.where("ended_at", "is", null).select("id_hash").execute()).length;
}

/** Counts the successful events of the account; `how` restricts them to one method of authentication. */
export async function countEvents(
  { database, accountId }: SignedIn,
  { event, how }: { event: string; how?: string },
): Promise<number> {
  let events = database
    .selectFrom("audit_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("event", "=", event as never)
    .where("result", "=", "ok");
  if (how !== undefined) events = events.where(sql`facts ->> 'how'`, "=", how);
  return (await events.execute()).length;
}

/** Checks that the account has one such successful event and the e-mail one such notice. Returns violations. */
export async function findWrongEventsAndNotices(
  signedIn: SignedIn,
  { event, notice, to = signedIn.email }: { event: string; notice?: string; to?: string },
): Promise<string[]> {
  const found = violationUnlessOne(`events ${event}`, await countEvents(signedIn, { event }));
  if (notice === undefined) return found;
  const notices = await signedIn.database
    .selectFrom("notification")
    .select("id")
    .where("recipient", "=", to)
    .where("kind", "=", notice as never)
    .execute();
  return [...found, ...violationUnlessOne(`messages ${notice}`, notices.length)];
}
