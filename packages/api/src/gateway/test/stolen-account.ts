import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { expect } from "vitest";
import { mailsTo } from "../../../../../test/links.ts";
import {
  dataOf,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  setAccountCreated,
  summaryOf,
} from "../../../../../test/recovery.ts";
import { clientOf, openSession, signedOutCaller } from "../../../../../test/signed-in.ts";
import { deskAgent, supportDeskOf } from "../../../../../test/support-desk.ts";
import { addTestPasskey } from "../../passkeys/test/add-test-passkey.ts";
import { Authenticator } from "../../passkeys/test/authenticator.ts";
import { type GatewayTestApi, leadsTo, loginResultUrl } from "./gateway-test-api.ts";

export const origin = "http://belair.localhost:3000";
export const postalCode = "H2X 1Y4";
export const signedIn = loginResultUrl("success");
export type ThiefsSession = Awaited<ReturnType<typeof openSession>>;

/** What a thief with the password does to an account, and what its owner and an agent do then. */
export function takeoverOf(testApi: GatewayTestApi) {
  const emails = clientOf(testApi, emailChangeEndpoints);
  const undoLinks = clientOf(testApi, emailUndoEndpoints);
  const passkeys = clientOf(testApi, passkeyEndpoints);
  const security = clientOf(testApi, securityEndpoints);
  const { desk, ...support } = supportDeskOf(testApi);

  let thieves = 0;
  /** An account with a passkey of its owner, and a session of a thief who knows its password. */
  async function stolenAccount() {
    const owner = await newHolder(testApi);
    await setAccountCreated(testApi, owner.accountId, "30 days");
    const ownersPasskey = await addTestPasskey(testApi.deps, { accountId: owner.accountId, origin });
    // The owner's passkey is older than any change of the thief.
    await testApi.pool.query("update passkey set created_at = created_at - interval '30 days' where account_id = $1", [
      owner.accountId,
    ]);
    thieves += 1;
    const thief = await openSession(testApi, owner.accountId);
    return { ...owner, own: ownersPasskey, thief, thiefEmail: `thief${thieves}@ailleurs.example` };
  }

  async function changeEmail(session: ThiefsSession, email: string) {
    dataOf(await emails.request(session, { email }));
    const code = (await mailsTo(testApi, email)).findLast(({ facts }) => facts.code)?.facts.code ?? "";
    dataOf(await emails.confirm(session, { code }));
  }

  async function addPasskey(session: ThiefsSession) {
    const { challenge, user } = dataOf(await passkeys.creationOptions(session));
    const device = new Authenticator();
    dataOf(await passkeys.add(session, { name: "iPhone", passkey: device.create(challenge, user.id, { origin }) }));
    return device;
  }

  async function undo(email: string) {
    const mail = (await mailsTo(testApi, email)).findLast(({ kind }) => kind === "emailChangedUndo");
    const token = new URL(mail?.facts.link ?? "").searchParams.get("change") ?? "";
    return undoLinks.undo(signedOutCaller, token);
  }

  async function signInByPasskey(device: Authenticator) {
    const browser = testApi.open({}, origin);
    const { challenge } = await (await browser.get("/pkmspasskey.options")).json();
    const passkey = JSON.stringify(device.respond(challenge, { origin }));
    return leadsTo(await browser.post("/pkmspasskey.form", { passkey }, { origin }));
  }

  /** Chooses a new password by the code that a reset sends to `readsAt`. */
  async function resetPassword(typed: string, readsAt = typed) {
    const person = new Recoverer(testApi);
    const started = await person.startReset(typed);
    const { code } = await newestReset(testApi, readsAt);
    const { id, token } = await person.proven(started, code);
    return summaryOf(await person.password(id, { password: nextPassword, token, postalCode }));
  }

  async function denied(session: ThiefsSession, activity: string) {
    const { activities } = dataOf(await security.activity(session, {}));
    const id = activities.find((one) => one.activity === activity)?.id;
    if (id === undefined) throw new Error(`no such activity: ${activity}`);
    return dataOf(await security.freeze(session, { denied: id })).reference;
  }

  const stateOf = async (accountId: string) =>
    (await testApi.pool.query("select email, status from account where id = $1", [accountId])).rows[0];
  const kindsTo = async (email: string) => (await messagesTo(testApi, email)).map(({ kind }) => kind);

  /** Lifts the freeze of an account at the support desk. */
  async function lift(accountEmail: string) {
    const handle = await new Recoverer(testApi).found(accountEmail);
    const code = await support.reference({ handle, page: "/roadblock/account-frozen", agentCode: "R220" });
    expect(dataOf(await desk.unfreeze(deskAgent, code))).toEqual({ done: true });
    return code;
  }

  async function caseOf(accountEmail: string) {
    const handle = await new Recoverer(testApi).found(accountEmail);
    return support.reference({ handle, page: "/" });
  }

  return {
    stolenAccount,
    changeEmail,
    addPasskey,
    undo,
    signInByPasskey,
    resetPassword,
    denied,
    stateOf,
    kindsTo,
    lift,
    caseOf,
  };
}
