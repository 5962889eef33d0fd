import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { Authenticator } from "@vestibule/api/passkeys/test/authenticator.ts";
import { sql } from "kysely";
import { countRows } from "../count-rows.ts";
import { password } from "../people.ts";
import {
  dataOf,
  type KillContext,
  type KilledCall,
  type KillPoint,
  portalOrigin,
  sendTo,
  statusOf,
  violationUnless,
  violationUnlessOne,
} from "./kill-point.ts";
import {
  countEvents,
  countOpenSessions,
  findWrongEventsAndNotices,
  openAccount,
  type SignedIn,
} from "./signed-in-account.ts";

/** Calls that prove who a person is, and calls that change their passkeys, sessions and trusted browsers. */
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
  const signedIn = await openAccount(context);
  const { client, caller, accountId, database } = signedIn;
  await sql`
    update gateway_session set proven_at = app_now() - interval '1 hour' where account_id = ${accountId}::uuid
  `.execute(database);
  const isProven = async () => (await client.passkeyOptions(caller)).kind === "ok";
  if (await isProven()) throw new Error("the proof of identity has not expired");
  let sent = 0;
  let accepted = 0;
  return {
    send: async () => {
      sent += 1;
      const status = statusOf(await client.prove(caller, { password }));
      if (status === 204) accepted += 1;
      return status;
    },
    repeatStatuses: [204],
    finish: async () => {
      const events = await countEvents(signedIn, { event: "session.proven", how: "password" });
      return [
        ...violationUnless(await isProven(), "the proof of identity has no effect"),
        ...violationUnless(
          events >= accepted && events <= sent,
          `${accepted} of ${sent} calls were accepted: ${events} events`,
        ),
      ];
    },
  };
}

async function preparePasskeySignIn(context: KillContext): Promise<KilledCall> {
  const device = new Authenticator();
  const { signedIn } = await openWithPasskey(context, device);
  const browser = new Browser((request) => sendTo(context.target.nextPort(), request), portalOrigin);
  const newProof = async () => {
    const options = await (await browser.get("/pkmspasskey.options")).json();
    return JSON.stringify(device.respond(options.challenge, { origin: portalOrigin }));
  };
  const signInWith = (passkey: string) => browser.post("/pkmspasskey.form", { passkey }, { origin: portalOrigin });
  const response = await newProof();
  return {
    send: () =>
      signInWith(response).then(
        ({ status }) => status,
        () => undefined,
      ),
    // A used answer redirects back to the login page.
    repeatStatuses: [302],
    finish: async () => {
      const found = [
        ...violationUnlessOne("sessions by passkey", await countPasskeySessions(signedIn)),
        ...violationUnlessOne(
          "sign-ins by passkey",
          await countEvents(signedIn, { event: "sign-in.succeeded", how: "passkey" }),
        ),
      ];
      const { headers } = await signInWith(await newProof());
      return [
        ...found,
        ...violationUnless(
          headers.get("location")?.includes("login_success") === true,
          "a new answer does not sign in",
        ),
      ];
    },
  };
}

function countPasskeySessions({ database, accountId }: SignedIn): Promise<number> {
  return countRows(
    database,
    sql`select from gateway_session where account_id = ${accountId} and opened_by = 'passkey'`,
  );
}

/** Creates a passkey on the device for a new challenge. */
async function createPasskey({ client, caller }: SignedIn, device = new Authenticator()) {
  const { challenge, user } = dataOf(await client.passkeyOptions(caller));
  return { name: "Tablette", passkey: device.create(challenge, user.id, { origin: portalOrigin }) };
}

/** Signs an account holder in and adds a passkey to the account. */
async function openWithPasskey(context: KillContext, device?: Authenticator) {
  const signedIn = await openAccount(context);
  dataOf(await signedIn.client.addPasskey(signedIn.caller, await createPasskey(signedIn, device)));
  const [passkey] = await passkeysOf(signedIn);
  return { signedIn, passkeyId: passkey?.id ?? "" };
}

const passkeysOf = async ({ client, caller }: SignedIn) => dataOf(await client.passkeys(caller)).passkeys;

async function prepareAddPasskey(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const passkey = await createPasskey(signedIn);
  return {
    send: async () => statusOf(await signedIn.client.addPasskey(signedIn.caller, passkey)),
    // A challenge adds one passkey: a repeated answer to it is refused.
    repeatStatuses: [201, 400],
    finish: async () => [
      ...violationUnlessOne("passkeys", (await passkeysOf(signedIn)).length),
      ...(await findWrongEventsAndNotices(signedIn, { event: "passkey.added", notice: "passkeyAdded" })),
    ],
  };
}

async function prepareRemovePasskey(context: KillContext): Promise<KilledCall> {
  const { signedIn, passkeyId } = await openWithPasskey(context);
  return {
    send: async () => statusOf(await signedIn.client.removePasskey(signedIn.caller, passkeyId)),
    repeatStatuses: [200, 404],
    finish: async () => [
      ...violationUnless((await passkeysOf(signedIn)).length === 0, "the passkey is still there"),
      ...(await findWrongEventsAndNotices(signedIn, { event: "passkey.removed", notice: "passkeyRemoved" })),
    ],
  };
}

async function prepareRenamePasskey(context: KillContext): Promise<KilledCall> {
  const { signedIn, passkeyId } = await openWithPasskey(context);
  return {
    send: async () => statusOf(await signedIn.client.renamePasskey(signedIn.caller, passkeyId, { name: "Cuisine" })),
    repeatStatuses: [200],
    finish: async () => [
      ...violationUnless((await passkeysOf(signedIn))[0]?.name === "Cuisine", "the passkey has its old name"),
      ...(await findWrongEventsAndNotices(signedIn, { event: "passkey.renamed" })),
    ],
  };
}

async function prepareEndSession(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { sessions } = dataOf(await signedIn.client.sessions(signedIn.caller));
  const other = sessions.find(({ isCurrent }) => !isCurrent);
  return {
    send: async () => statusOf(await signedIn.client.endSession(signedIn.caller, other?.id ?? "")),
    // An ended session is no longer found.
    repeatStatuses: [200, 404],
    finish: () => findWrongSessions(signedIn),
  };
}

async function prepareEndOtherSessions(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  return {
    send: async () => statusOf(await signedIn.client.endOtherSessions(signedIn.caller)),
    repeatStatuses: [200],
    finish: () => findWrongSessions(signedIn),
  };
}

async function findWrongSessions(signedIn: SignedIn): Promise<string[]> {
  return [
    ...violationUnless((await countOpenSessions(signedIn)) === 1, "this session is not the only open one"),
    ...violationUnless((await signedIn.client.passkeys(signedIn.caller)).kind === "ok", "this session has ended"),
    ...(await findWrongEventsAndNotices(signedIn, { event: "session.ended" })),
  ];
}

async function prepareForgetBrowser(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const other = (await browsersOf(signedIn)).find(({ isCurrent }) => !isCurrent);
  return {
    send: async () => statusOf(await signedIn.client.forgetBrowser(signedIn.caller, other?.id ?? "")),
    // A forgotten browser is no longer found.
    repeatStatuses: [200, 404],
    finish: () => findWrongBrowsers(signedIn),
  };
}

async function prepareForgetOtherBrowsers(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  return {
    send: async () => statusOf(await signedIn.client.forgetOtherBrowsers(signedIn.caller)),
    repeatStatuses: [200],
    finish: () => findWrongBrowsers(signedIn),
  };
}

const browsersOf = async ({ client, caller }: SignedIn) => dataOf(await client.sessions(caller)).browsers;

async function findWrongBrowsers(signedIn: SignedIn): Promise<string[]> {
  const browsers = await browsersOf(signedIn);
  return [
    ...violationUnless(
      browsers.length === 1 && browsers[0]?.isCurrent === true,
      "this browser is not the only trusted one",
    ),
    ...(await findWrongEventsAndNotices(signedIn, { event: "browser.forgotten" })),
  ];
}
