import { Application, follow, publicClient } from "@vestibule/api/gateway/test/application.ts";
import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { Authenticator } from "@vestibule/api/passkeys/test/authenticator.ts";
import { sql } from "kysely";
import { fetchFrom, portalOrigin } from "../http.ts";
import { password } from "../people.ts";
import { nextHolderOf } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { Effect, PrepareCall } from "./kill-point.ts";
import { dataOf, onAccount, type SignedIn } from "./open-account.ts";

/** Calls of a signed-in person to prove who they are, and to change passkeys, sessions and trusted browsers. */
const callsOfPerson = onAccount({
  "prove-by-password": async ({ id, clients, caller, database }) => {
    await sql`
      update gateway_session set proven_at = app_now() - interval '1 hour' where account_id = ${id}::uuid
    `.execute(database);
    const isProven = async () => (await clients.passkeys.creationOptions(caller)).kind === "ok";
    if (await isProven()) throw new Error("the proof of identity has not expired");
    return {
      send: () => clients.credentials.prove(caller, { password }),
      finish: async () => ({ "the proof of identity has an effect": await isProven() }),
    };
  },
  "sign-in-by-passkey": async (account) => {
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
      finish: async () => ({
        "a new answer signs in":
          (await signInWith(await newProof())).headers.get("location")?.includes("login_success") === true,
      }),
    };
  },
  "add-passkey": async (account) => {
    const passkey = await createPasskey(account);
    return { send: () => account.clients.passkeys.add(account.caller, passkey) };
  },
  "rename-passkey": async (account) => {
    const id = await addPasskey(account);
    return {
      send: () => account.clients.passkeys.rename(account.caller, id, { name: "Cuisine" }),
      finish: async () => ({ "the passkey has its new name": (await passkeysOf(account))[0]?.name === "Cuisine" }),
    };
  },
  "remove-passkey": async (account) => {
    const id = await addPasskey(account);
    return { send: () => account.clients.passkeys.remove(account.caller, id) };
  },
  "end-session": async (account) => {
    const { sessions } = await securityOf(account);
    const other = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "";
    return {
      send: () => account.clients.security.endSession(account.caller, other),
      finish: () => findSession(account),
    };
  },
  "end-other-sessions": async (account) => ({
    send: () => account.clients.security.endOtherSessions(account.caller),
    finish: () => findSession(account),
  }),
  "forget-browser": async (account) => {
    const { browsers } = await securityOf(account);
    const other = browsers.find(({ isCurrent }) => !isCurrent)?.id ?? "";
    return {
      send: () => account.clients.security.forgetBrowser(account.caller, other),
      finish: () => findBrowser(account),
    };
  },
  "forget-other-browsers": async (account) => ({
    send: () => account.clients.security.forgetOtherBrowsers(account.caller),
    finish: () => findBrowser(account),
  }),
  "end-application": async ({ portal, email, clients, caller }) => {
    const signedIn = await openApplication(portal, email);
    const tokens = await signedIn.application.signInAgain(signedIn.browser, forRefresh);
    return {
      send: () => clients.applications.end(caller, publicClient.id),
      finish: async () => ({
        "the refresh token is refused":
          (await statusOfTokens(signedIn.application.refresh(tokens.refresh_token)))?.status === 400,
        ...(await findSignIn(signedIn)),
      }),
    };
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
  return { "this browser is trusted": browsers[0]?.isCurrent === true };
}

/** Token requests of an application that signs people in by OpenID Connect. */
const callsOfApplication: Record<string, PrepareCall> = {
  "exchange-code": async (portal) => {
    const opened = await openApplication(portal);
    const { url, verifier } = await opened.application.start(forRefresh);
    const returned = await follow(opened.browser, url.href, portalOrigin);
    return {
      send: () => statusOfTokens(opened.application.finish(returned, verifier)),
      finish: () => findSignIn(opened),
    };
  },
  "refresh-token": async (portal) => {
    const opened = await openApplication(portal);
    const tokens = await opened.application.signInAgain(opened.browser, forRefresh);
    return {
      send: () => statusOfTokens(opened.application.refresh(tokens.refresh_token)),
      finish: () => findSignIn(opened),
    };
  },
};

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

export const accessCalls = { ...callsOfPerson, ...callsOfApplication };
