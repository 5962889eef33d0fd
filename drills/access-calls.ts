import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { Authenticator } from "@vestibule/api/passkeys/test/authenticator.ts";
import { sql } from "kysely";
import { password } from "../bench/people.ts";
import {
  type KillContext,
  type KilledCall,
  type KillPoint,
  portalOrigin,
  sendTo,
  statusOf,
  unless,
  wrongCount,
} from "./kill-point.ts";
import {
  countEvents,
  countOpenSessions,
  dataOf,
  findWrongTraces,
  openAccount,
  type SignedIn,
} from "./signed-in-account.ts";

/** Calls that prove who a person is, and writes to what signs them in: passkeys, sessions and known browsers. */
export const accessCalls: readonly KillPoint[] = [
  { id: "prove-by-password", prepare: prepareProve },
  { id: "sign-in-by-passkey", prepare: preparePasskeySignIn },
  { id: "add-passkey", prepare: prepareAddPasskey },
  { id: "rename-passkey", prepare: prepareRenamePasskey },
  { id: "remove-passkey", prepare: prepareRemovePasskey },
  { id: "end-session", prepare: prepareEndSession },
  { id: "end-other-sessions", prepare: prepareEndOtherSessions },
  { id: "forget-browser", prepare: prepareForgetBrowser },
  { id: "forget-other-browsers", prepare: prepareForgetOtherBrowsers },
];

async function prepareProve(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const { client, caller, accountId, database } = own;
  await sql`
    update gateway_session set proven_at = app_now() - interval '1 hour' where account_id = ${accountId}::uuid
  `.execute(database);
  const isProven = async () => (await client.passkeyOptions(caller)).kind === "ok";
  if (await isProven()) throw new Error("the proof is still fresh");
  let sent = 0;
  let accepted = 0;
  return {
    send: async () => {
      sent += 1;
      const status = statusOf(await client.prove(caller, { password }));
      if (status === 204) accepted += 1;
      return status;
    },
    repeated: [204],
    finish: async () => {
      const events = await countEvents(own, { event: "session.proven", how: "password" });
      return [
        ...unless(await isProven(), "the proof does not count"),
        ...unless(events >= accepted && events <= sent, `${accepted} of ${sent} calls were accepted: ${events} events`),
      ];
    },
  };
}

async function preparePasskeySignIn(context: KillContext): Promise<KilledCall> {
  const device = new Authenticator();
  const { own } = await openWithPasskey(context, device);
  const browser = new Browser((request) => sendTo(context.target.nextPort(), request), portalOrigin);
  const newAnswer = async () => {
    const options = await (await browser.get("/pkmspasskey.options")).json();
    return JSON.stringify(device.answer(options.challenge, { origin: portalOrigin }));
  };
  const signInWith = (passkey: string) => browser.post("/pkmspasskey.form", { passkey }, { origin: portalOrigin });
  const answer = await newAnswer();
  return {
    send: () =>
      signInWith(answer).then(
        ({ status }) => status,
        () => undefined,
      ),
    // The redirect of an answer that was used before leads back to the login page.
    repeated: [302],
    finish: async () => {
      const found = [
        ...wrongCount("sessions by passkey", await countPasskeySessions(own)),
        ...wrongCount("sign-ins by passkey", await countEvents(own, { event: "sign-in.succeeded", how: "passkey" })),
      ];
      const { headers } = await signInWith(await newAnswer());
      return [
        ...found,
        ...unless(headers.get("location")?.includes("login_success") === true, "a new answer does not sign in"),
      ];
    },
  };
}

async function countPasskeySessions({ database, accountId }: SignedIn): Promise<number> {
  const { rows } = await sql`
    select from gateway_session where account_id = ${accountId}::uuid and opened_by = 'passkey'
  `.execute(database);
  return rows.length;
}

/** A device's new passkey, for the challenge of the account. */
async function newPasskey({ client, caller }: SignedIn, device = new Authenticator()) {
  const { challenge, user } = dataOf(await client.passkeyOptions(caller));
  return { name: "Tablette", passkey: device.create(challenge, user.id, { origin: portalOrigin }) };
}

/** An account holder with a passkey. */
async function openWithPasskey(context: KillContext, device?: Authenticator) {
  const own = await openAccount(context);
  dataOf(await own.client.addPasskey(own.caller, await newPasskey(own, device)));
  const [passkey] = await passkeysOf(own);
  return { own, passkeyId: passkey?.id ?? "" };
}

const passkeysOf = async ({ client, caller }: SignedIn) => dataOf(await client.passkeys(caller)).passkeys;

async function prepareAddPasskey(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const passkey = await newPasskey(own);
  return {
    send: async () => statusOf(await own.client.addPasskey(own.caller, passkey)),
    // A challenge adds one passkey: a repeated answer to it is refused.
    repeated: [201, 400],
    finish: async () => [
      ...wrongCount("passkeys", (await passkeysOf(own)).length),
      ...(await findWrongTraces(own, { event: "passkey.added", notice: "passkeyAdded" })),
    ],
  };
}

async function prepareRemovePasskey(context: KillContext): Promise<KilledCall> {
  const { own, passkeyId } = await openWithPasskey(context);
  return {
    send: async () => statusOf(await own.client.removePasskey(own.caller, passkeyId)),
    repeated: [200, 404],
    finish: async () => [
      ...unless((await passkeysOf(own)).length === 0, "the passkey is still there"),
      ...(await findWrongTraces(own, { event: "passkey.removed", notice: "passkeyRemoved" })),
    ],
  };
}

async function prepareRenamePasskey(context: KillContext): Promise<KilledCall> {
  const { own, passkeyId } = await openWithPasskey(context);
  return {
    send: async () => statusOf(await own.client.renamePasskey(own.caller, passkeyId, { name: "Cuisine" })),
    repeated: [200],
    finish: async () => [
      ...unless((await passkeysOf(own))[0]?.name === "Cuisine", "the passkey has its old name"),
      ...(await findWrongTraces(own, { event: "passkey.renamed" })),
    ],
  };
}

async function prepareEndSession(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const { sessions } = dataOf(await own.client.sessions(own.caller));
  const other = sessions.find(({ isCurrent }) => !isCurrent);
  return {
    send: async () => statusOf(await own.client.endSession(own.caller, other?.id ?? "")),
    // A session that has ended is not there any more.
    repeated: [200, 404],
    finish: () => findWrongSessions(own),
  };
}

async function prepareEndOtherSessions(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  return {
    send: async () => statusOf(await own.client.endOtherSessions(own.caller)),
    repeated: [200],
    finish: () => findWrongSessions(own),
  };
}

async function findWrongSessions(own: SignedIn): Promise<string[]> {
  return [
    ...unless((await countOpenSessions(own)) === 1, "not exactly this session is open"),
    ...unless((await own.client.passkeys(own.caller)).kind === "ok", "this session has ended"),
    ...(await findWrongTraces(own, { event: "session.ended" })),
  ];
}

async function prepareForgetBrowser(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  const other = (await browsersOf(own)).find(({ isCurrent }) => !isCurrent);
  return {
    send: async () => statusOf(await own.client.forgetBrowser(own.caller, other?.id ?? "")),
    // A forgotten browser is not there any more.
    repeated: [200, 404],
    finish: () => findWrongBrowsers(own),
  };
}

async function prepareForgetOtherBrowsers(context: KillContext): Promise<KilledCall> {
  const own = await openAccount(context);
  return {
    send: async () => statusOf(await own.client.forgetOtherBrowsers(own.caller)),
    repeated: [200],
    finish: () => findWrongBrowsers(own),
  };
}

const browsersOf = async ({ client, caller }: SignedIn) => dataOf(await client.sessions(caller)).browsers;

async function findWrongBrowsers(own: SignedIn): Promise<string[]> {
  const browsers = await browsersOf(own);
  return [
    ...unless(browsers.length === 1 && browsers[0]?.isCurrent === true, "not exactly this browser is known"),
    ...(await findWrongTraces(own, { event: "browser.forgotten" })),
  ];
}
