import { Application, follow, publicClient } from "@vestibule/api/gateway/test/application.ts";
import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { password, personOf } from "../people.ts";
import {
  type KillContext,
  type KilledCall,
  type KillPoint,
  portalOrigin,
  sendTo,
  statusOf,
  violationUnless,
} from "./kill-point.ts";
import { findWrongEventsAndNotices, openAccount } from "./signed-in-account.ts";

/** Calls of an application that signs people in by OpenID Connect. */
export const applicationCalls: readonly KillPoint[] = [
  { id: "exchange-code", prepare: prepareExchange },
  { id: "refresh-token", prepare: prepareRefresh },
  { id: "end-application", prepare: prepareEnd },
];

const forRefresh = { scope: "openid email offline_access", prompt: "consent" };

/** Signs a person in and registers an application that uses the OpenID Connect provider. */
async function openApplication({ target }: KillContext, email = personOf("holder", target.nextHolder()).email) {
  const fetch = (request: Request) => sendTo(target.nextPort(), request);
  const browser = new Browser(fetch, portalOrigin);
  await browser.signIn(email, password);
  return { browser, application: await Application.discover({ fetch }, portalOrigin, publicClient) };
}

type Tokens = Awaited<ReturnType<Application["finish"]>>;

/** Status of a token request; undefined without a response. */
async function statusOfTokens(request: Promise<Tokens>): Promise<number | undefined> {
  return request.then(
    () => 200,
    (fault: { status?: number }) => fault.status,
  );
}

async function prepareExchange(context: KillContext): Promise<KilledCall> {
  const { browser, application } = await openApplication(context);
  const { url, verifier } = await application.start(forRefresh);
  const returned = await follow(browser, url.href, portalOrigin);
  return {
    send: () => statusOfTokens(application.finish(returned, verifier)),
    // A code is accepted once: a repeated call of a committed one is refused.
    repeatStatuses: [200, 400],
    finish: () => findMissingSignIn({ browser, application }),
  };
}

async function prepareRefresh(context: KillContext): Promise<KilledCall> {
  const { browser, application } = await openApplication(context);
  const tokens = await application.signInAgain(browser, forRefresh);
  return {
    send: () => statusOfTokens(application.refresh(tokens.refresh_token)),
    // A refresh token is accepted once: a repeated call of a committed one revokes its grant.
    repeatStatuses: [200, 400],
    finish: () => findMissingSignIn({ browser, application }),
  };
}

async function prepareEnd(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { browser, application } = await openApplication(context, signedIn.email);
  const tokens = await application.signInAgain(browser, forRefresh);
  return {
    send: async () => statusOf(await signedIn.client.endApplication(signedIn.caller, publicClient.id)),
    // An application whose access has ended is no longer found.
    repeatStatuses: [204, 404],
    finish: async () => [
      ...violationUnless(
        (await statusOfTokens(application.refresh(tokens.refresh_token))) === 400,
        "the refresh token is valid after the end",
      ),
      ...(await findWrongEventsAndNotices(signedIn, { event: "application.ended" })),
      ...(await findMissingSignIn({ browser, application })),
    ],
  };
}

/**
 * Checks that the session survived: the application signs the person in again without a password, and its tokens work.
 */
async function findMissingSignIn({ browser, application }: Awaited<ReturnType<typeof openApplication>>) {
  const tokens = await application.signInAgain(browser, forRefresh);
  const renewed = await application.refresh(tokens.refresh_token);
  return violationUnless(renewed.claims()?.sub === tokens.claims()?.sub, "the new tokens belong to another person");
}
