import { Authenticator } from "@vestibule/api/passkeys/test/authenticator.ts";
import {
  type KillContext,
  type KilledCall,
  type KillPoint,
  portalOrigin,
  statusOf,
  unless,
  wrongCount,
} from "./kill-point.ts";
import { countOpenSessions, dataOf, findWrongTraces, openAccount, type SignedIn } from "./signed-in-account.ts";

/** Writes of a signed-in person to what signs them in: passkeys, sessions and known browsers. */
export const accessCalls: readonly KillPoint[] = [
  { id: "add-passkey", prepare: prepareAddPasskey },
  { id: "rename-passkey", prepare: prepareRenamePasskey },
  { id: "remove-passkey", prepare: prepareRemovePasskey },
  { id: "end-session", prepare: prepareEndSession },
  { id: "end-other-sessions", prepare: prepareEndOtherSessions },
  { id: "forget-browser", prepare: prepareForgetBrowser },
  { id: "forget-other-browsers", prepare: prepareForgetOtherBrowsers },
];

/** A device's new passkey, for the challenge of the account. */
async function newPasskey({ client, caller }: SignedIn) {
  const { challenge, user } = dataOf(await client.passkeyOptions(caller));
  return { name: "Tablette", passkey: new Authenticator().create(challenge, user.id, { origin: portalOrigin }) };
}

/** An account holder with a passkey. */
async function openWithPasskey(context: KillContext) {
  const own = await openAccount(context);
  dataOf(await own.client.addPasskey(own.caller, await newPasskey(own)));
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
