import { Application, follow, publicClient } from "@vestibule/api/gateway/test/application.ts";
import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { Authenticator } from "@vestibule/api/passkeys/test/authenticator.ts";
import { sql } from "kysely";
import { fetchFrom, portalOrigin } from "../http.ts";
import { password } from "../people.ts";
import { nextHolderOf } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { Effect, KillPoint } from "./kill-point.ts";
import { dataOf, onAccount, type SignedIn } from "./open-account.ts";

/** Calls of a signed-in person to prove who they are, and to change passkeys, sessions and trusted browsers. */
const callsOfPerson = onAccount({
  "prove-by-password": {
    statuses: [204],
    leaves: {},
    prepare: async ({ id, clients, caller, database, countEvents }) => {
      await sql`
        update gateway_session set proven_at = app_now() - interval '1 hour' where account_id = ${id}::uuid
      `.execute(database);
      const isProven = async () => (await clients.passkeys.creationOptions(caller)).kind === "ok";
      if (await isProven()) throw new Error("the proof of identity has not expired");
      let sent = 0;
      let accepted = 0;
      return {
        send: async () => {
          sent += 1;
          const result = await clients.credentials.prove(caller, { password });
          if (result.kind === "ok") accepted += 1;
          return result;
        },
        effect: async () => {
          const events = await countEvents("session.proven", "password");
          return {
            "the proof of identity has an effect": await isProven(),
            [`${accepted} of ${sent} calls were accepted, with ${events} events`]: events >= accepted && events <= sent,
          };
        },
      };
    },
  },
  "sign-in-by-passkey": {
    // A used answer redirects back to the login page.
    statuses: [302],
    leaves: {},
    prepare: async (account) => {
      const device = new Authenticator();
      await addPasskey(account, device);
      const browser = new Browser(fetchFrom(account.portal), portalOrigin);
      const newProof = async () => {
        const { challenge } = await (await browser.get("/pkmspasskey.options")).json();
        return JSON.stringify(device.respond(challenge, { origin: portalOrigin }));
      };
      const signInWith = (passkey: string) => browser.post("/pkmspasskey.form", { passkey }, { origin: portalOrigin });
      const proof = await newProof();
      return {
        send: () => signInWith(proof).catch(() => undefined),
        effect: async () => ({
          "sessions by passkey": await account.count(
            sql`select from gateway_session where account_id = ${account.id} and opened_by = 'passkey'`,
          ),
          "sign-ins by passkey": await account.countEvents("sign-in.succeeded", "passkey"),
          "a new answer signs in":
            (await signInWith(await newProof())).headers.get("location")?.includes("login_success") === true,
        }),
      };
    },
  },
  "add-passkey": {
    // A challenge adds one passkey: a repeated answer to it is refused.
    statuses: [201, 400],
    leaves: { event: "passkey.added", notice: "passkeyAdded" },
    prepare: async (account) => {
      const passkey = await createPasskey(account);
      return {
        send: () => account.clients.passkeys.add(account.caller, passkey),
        effect: async () => ({ passkeys: (await passkeysOf(account)).length }),
      };
    },
  },
  "rename-passkey": {
    statuses: [200],
    leaves: { event: "passkey.renamed" },
    prepare: async (account) => {
      const id = await addPasskey(account);
      return {
        send: () => account.clients.passkeys.rename(account.caller, id, { name: "Cuisine" }),
        effect: async () => ({ "the passkey has its new name": (await passkeysOf(account))[0]?.name === "Cuisine" }),
      };
    },
  },
  "remove-passkey": {
    statuses: [200, 404],
    leaves: { event: "passkey.removed", notice: "passkeyRemoved" },
    prepare: async (account) => {
      const id = await addPasskey(account);
      return {
        send: () => account.clients.passkeys.remove(account.caller, id),
        effect: async () => ({ "the passkey is removed": (await passkeysOf(account)).length === 0 }),
      };
    },
  },
  "end-session": {
    // An ended session is no longer found.
    statuses: [200, 404],
    leaves: { event: "session.ended", sessions: 1 },
    prepare: async (account) => {
      const { sessions } = await securityOf(account);
      const other = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "";
      return {
        send: () => account.clients.security.endSession(account.caller, other),
        effect: () => findSession(account),
      };
    },
  },
  "end-other-sessions": {
    statuses: [200],
    leaves: { event: "session.ended", sessions: 1 },
    prepare: async (account) => ({
      send: () => account.clients.security.endOtherSessions(account.caller),
      effect: () => findSession(account),
    }),
  },
  "forget-browser": {
    // A forgotten browser is no longer found.
    statuses: [200, 404],
    leaves: { event: "browser.forgotten" },
    prepare: async (account) => {
      const { browsers } = await securityOf(account);
      const other = browsers.find(({ isCurrent }) => !isCurrent)?.id ?? "";
      return {
        send: () => account.clients.security.forgetBrowser(account.caller, other),
        effect: () => findBrowser(account),
      };
    },
  },
  "forget-other-browsers": {
    statuses: [200],
    leaves: { event: "browser.forgotten" },
    prepare: async (account) => ({
      send: () => account.clients.security.forgetOtherBrowsers(account.caller),
      effect: () => findBrowser(account),
    }),
  },
  "end-application": {
    // An application whose access has ended is no longer found.
    statuses: [204, 404],
    leaves: { event: "application.ended" },
    prepare: async ({ portal, email, clients, caller }) => {
      const signedIn = await openApplication(portal, email);
      const tokens = await signedIn.application.signInAgain(signedIn.browser, forRefresh);
      return {
        send: () => clients.applications.end(caller, publicClient.id),
        effect: async () => ({
          "the refresh token is refused":
            (await statusOfTokens(signedIn.application.refresh(tokens.refresh_token)))?.status === 400,
          ...(await findSignIn(signedIn)),
        }),
      };
    },
  },
});

const passkeysOf = async ({ clients, caller }: SignedIn) => dataOf(await clients.passkeys.passkeys(caller)).passkeys;

/** Creates a passkey on the device for a new challenge. */
async function createPasskey({ clients, caller }: SignedIn, device = new Authenticator()) {
  const { challenge, user } = dataOf(await clients.passkeys.creationOptions(caller));
  return { name: "Tablette", passkey: device.create(challenge, user.id, { origin: portalOrigin }) };
}

/** Adds a passkey to the account and returns its id. */
async function addPasskey(account: SignedIn, device?: Authenticator): Promise<string> {
  dataOf(await account.clients.passkeys.add(account.caller, await createPasskey(account, device)));
  return (await passkeysOf(account))[0]?.id ?? "";
}

const securityOf = async ({ clients, caller }: SignedIn) => dataOf(await clients.security.sessions(caller));

async function findSession({ clients, caller }: SignedIn): Promise<Effect> {
  return { "this session is open": (await clients.passkeys.passkeys(caller)).kind === "ok" };
}

async function findBrowser(account: SignedIn): Promise<Effect> {
  const { browsers } = await securityOf(account);
  return { "trusted browsers": browsers.length, "this browser is trusted": browsers[0]?.isCurrent === true };
}

/** Token requests of an application that signs people in by OpenID Connect. */
const callsOfApplication: KillPoint[] = [
  {
    id: "exchange-code",
    prepare: async (portal) => {
      const { browser, application } = await openApplication(portal);
      const { url, verifier } = await application.start(forRefresh);
      const returned = await follow(browser, url.href, portalOrigin);
      return {
        send: () => statusOfTokens(application.finish(returned, verifier)),
        // A code is accepted once: a repeated call of a committed one is refused.
        statuses: [200, 400],
        effect: () => findSignIn({ browser, application }),
      };
    },
  },
  {
    id: "refresh-token",
    prepare: async (portal) => {
      const { browser, application } = await openApplication(portal);
      const tokens = await application.signInAgain(browser, forRefresh);
      return {
        send: () => statusOfTokens(application.refresh(tokens.refresh_token)),
        // A refresh token is accepted once: a repeated call of a committed one revokes its grant.
        statuses: [200, 400],
        effect: () => findSignIn({ browser, application }),
      };
    },
  },
];

const forRefresh = { scope: "openid email offline_access", prompt: "consent" };

/** Signs a person in and registers an application that uses the OpenID Connect provider. */
async function openApplication(portal: Portal, email = nextHolderOf(portal)) {
  const fetch = fetchFrom(portal);
  const browser = new Browser(fetch, portalOrigin);
  await browser.signIn(email, password);
  return { browser, application: await Application.discover({ fetch }, portalOrigin, publicClient) };
}

/** Status of a token request; undefined without a response. */
const statusOfTokens = (request: Promise<unknown>): Promise<{ status: number } | undefined> =>
  request.then(
    () => ({ status: 200 }),
    ({ status }: { status?: number }) => (status === undefined ? undefined : { status }),
  );

/** The session survived: the application signs the person in again without a password, and its tokens work. */
async function findSignIn({ browser, application }: Awaited<ReturnType<typeof openApplication>>): Promise<Effect> {
  const tokens = await application.signInAgain(browser, forRefresh);
  const renewed = await application.refresh(tokens.refresh_token);
  return { "the new tokens belong to the person": renewed.claims()?.sub === tokens.claims()?.sub };
}

export const accessCalls = [...callsOfPerson, ...callsOfApplication];
