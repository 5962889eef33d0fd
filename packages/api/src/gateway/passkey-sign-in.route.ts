import { type RelyingParty, relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { isOwnPost } from "@vestibule/contract/own-post.rule.ts";
import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { signInByPasskey } from "../flows/sign-in/passkey-sign-in.ts";
import { issueChallenge } from "../passkeys/challenge.adapter.ts";
import { requestOptionsFor } from "../passkeys/passkey-options.rule.ts";
import { enterApplication } from "./enter-application.adapter.ts";
import type { GatewayContext, GatewayEnvironment } from "./gateway-request-context.rule.ts";
import { gatewayLocation, gatewayResultOf, passkeyForm, passkeyOff, unknownPasskey } from "./gateway-result.rule.ts";
import { newSession } from "./gateway-session.adapter.ts";
import type { GatewayRouteDeps } from "./gateway-site.rule.ts";
import { formUrl, interactionIn } from "./login-form.rule.ts";
import { readPendingSignIn, setPendingSignInCookie } from "./pending-sign-in.adapter.ts";
import { readTrustedDevice, signInClientOf } from "./trusted-device.adapter.ts";

const largestBody = 8 * 1024;

/** Adds sign-in with a passkey: the challenge for a page's script, and the form that the script posts. */
export function addPasskeyRoutes(gateway: Hono<GatewayEnvironment>, deps: GatewayRouteDeps): void {
  gateway.get("/pkmspasskey.options", (context) => {
    const party = partyOf(deps, context);
    if (party === undefined) return context.notFound();
    return context.json(requestOptionsFor(party, issueChallenge(deps, { party, purpose: "signIn" })));
  });

  gateway.post(
    passkeyForm,
    bodyLimit({
      maxSize: largestBody,
      onError: (context) => context.redirect(gatewayLocation("refused", passkeyForm), 302),
    }),
    async (context) => {
      const party = partyOf(deps, context);
      if (party === undefined) return context.notFound();
      if (!isOwnPost(context.req.raw.headers, context.get("requestContext").portals))
        return context.redirect(gatewayLocation("refused", passkeyForm), 302);
      return signIn(deps, context, party);
    },
  );
}

function partyOf({ mode }: GatewayRouteDeps, context: GatewayContext): RelyingParty | undefined {
  return relyingPartyOf({ ...context.get("requestContext"), mode });
}

async function signIn(deps: GatewayRouteDeps, context: GatewayContext, party: RelyingParty): Promise<Response> {
  const { brand, clientIp, locale } = context.get("requestContext");
  const form = new URLSearchParams(await context.req.text());
  const session = newSession(deps, context);
  const pendingIdHashes = readPendingSignIn(deps, context) ?? [];
  const result = await signInByPasskey(deps, {
    party,
    brand,
    session,
    response: form.get("passkey") ?? "",
    clientIp,
    devices: readTrustedDevice(deps, signInClientOf(context)),
    locale,
    pendingIdHashes,
  });
  const interaction = interactionIn(form);
  if (result.kind === "unknownPasskey")
    return context.redirect(gatewayLocation("invalidCredentials", formUrl(unknownPasskey, interaction)), 302);
  if (result.kind === "passkeyOff")
    return context.redirect(gatewayLocation("invalidCredentials", formUrl(passkeyOff, interaction)), 302);
  if (result.kind !== "ok")
    return context.redirect(gatewayLocation(gatewayResultOf(result.kind), formUrl(passkeyForm, interaction)), 302);
  if (pendingIdHashes.length > 0) setPendingSignInCookie(context, undefined);
  const clientLoginAction = form.get("client_login_action");
  return enterApplication(deps, context, { sessionId: session.id, signedIn: result, clientLoginAction, interaction });
}
