import { type RelyingParty, relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { signInByPasskey } from "../flows/sign-in/passkey-sign-in.ts";
import { limitStore } from "../limits/limit.store.ts";
import { issueChallenge } from "../passkeys/challenge.adapter.ts";
import { requestOptionsFor } from "../passkeys/passkey-options.rule.ts";
import { enterApplication } from "./enter-application.adapter.ts";
import { gatewayLocation, outcomeOf, passkeyForm } from "./gateway-answer.rule.ts";
import {
  type GatewayRequestContext,
  isOwnPage,
  readGatewayRequestContext,
  senderOf,
} from "./gateway-request-context.rule.ts";
import { newSession } from "./gateway-session.adapter.ts";
import type { GatewayDeps } from "./gateway-site.rule.ts";
import { readTrustedDevice, signInClientOf } from "./trusted-device.adapter.ts";

const largestBody = 8 * 1024;

/** Adds sign-in with a passkey: the challenge for a page's script, and the form that the script posts. */
export function addPasskeyRoutes(gateway: Hono, deps: GatewayDeps): void {
  gateway.get("/pkmspasskey.options", (context) => {
    const { party } = readParty(deps, context);
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
      const { requestContext, party } = readParty(deps, context);
      if (party === undefined) return context.notFound();
      if (!isOwnPage(requestContext, senderOf(context)))
        return context.redirect(gatewayLocation("refused", passkeyForm), 302);
      return signIn(deps, context, { requestContext, party });
    },
  );
}

function readParty(deps: GatewayDeps, context: Context) {
  const requestContext = readGatewayRequestContext(deps, context);
  return { requestContext, party: relyingPartyOf({ ...requestContext, mode: deps.mode }) };
}

async function signIn(
  deps: GatewayDeps,
  context: Context,
  { requestContext, party }: { requestContext: GatewayRequestContext; party: RelyingParty },
): Promise<Response> {
  const form = new URLSearchParams(await context.req.text());
  const session = newSession(deps, context, requestContext);
  const result = await signInByPasskey(
    { ...deps, limits: limitStore(deps) },
    {
      party,
      session,
      answer: form.get("passkey") ?? "",
      clientIp: requestContext.clientIp,
      devices: readTrustedDevice(deps, signInClientOf(context, requestContext)),
      locale: requestContext.locale,
    },
  );
  if (result.kind !== "ok") return context.redirect(gatewayLocation(outcomeOf(result.kind), passkeyForm), 302);
  const clientLoginAction = form.get("client_login_action");
  return enterApplication(deps, context, {
    requestContext,
    sessionId: session.id,
    signedIn: result,
    clientLoginAction,
  });
}
