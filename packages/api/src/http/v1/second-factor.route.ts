import { OpenAPIHono } from "@hono/zod-openapi";
import { pendingSignInHeader } from "@vestibule/contract/cookies/pending-sign-in.rule.ts";
import { denialEndpoints, pendingSignInEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { type DenialResult, denySignIn, readDenial } from "../../flows/second-factor/deny-sign-in.ts";
import { extendPending } from "../../flows/second-factor/extend-pending.ts";
import { type PendingCall, readPendingCall } from "../../flows/second-factor/pending-call.ts";
import { viewPending } from "../../flows/second-factor/read-pending.ts";
import { sendSecondFactor } from "../../flows/second-factor/send-code.ts";
import { completeWaivedSetup, startWaivedSetup } from "../../flows/second-factor/set-up-waived.ts";
import { verifySecondFactor } from "../../flows/second-factor/verify-second-factor.ts";
import type { VerificationLockout } from "../../verification/identity-proof.port.ts";
import { addEndpoint, authorizedEndpoints, type EndpointContext } from "../endpoint.route.ts";
import { accountErrorResponse, type Refusal, refusalResponse } from "../error-response.ts";

/** The second proof of a sign-in, and the link by which its owner refuses it. */
export function secondFactorRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const { read, send, verify, setUp, add, extend } = pendingSignInEndpoints;
  /** The id is never read from a cookie, so a request that another site causes has none. */
  const readCall = async (context: EndpointContext): Promise<PendingCall | Response> => {
    const requestContext = context.get("requestContext");
    const id = context.req.header(pendingSignInHeader) ?? "";
    return (await readPendingCall(deps, { requestContext, id })) ?? accountErrorResponse("notFound");
  };
  const addPendingEndpoint = authorizedEndpoints(routes, readCall);
  const readAgain = async (context: EndpointContext) => {
    const call = await readCall(context);
    return call instanceof Response ? call : viewPending(deps, call);
  };

  addPendingEndpoint(read, async ({ caller, respond }) => respond(200, await viewPending(deps, caller)));
  addPendingEndpoint(send, async ({ context, caller, body, respond }) => {
    const result = await sendSecondFactor(deps, { ...caller, id: body.id });
    if (result.kind !== "sent") return pendingRefusal(result);
    const view = await readAgain(context);
    return view instanceof Response ? view : respond(200, view);
  });
  addPendingEndpoint(verify, async ({ caller, body: { id, securityCode: typed, remember = false }, respond }) => {
    const result = await verifySecondFactor(deps, { ...caller, id, typed, remembers: remember });
    if (result.kind !== "proven") return pendingRefusal(result);
    const { email, ticket } = result;
    return respond(200, { email, ...(ticket !== undefined && { ticket }) });
  });
  addPendingEndpoint(setUp, async ({ caller, respond }) => {
    const result = await startWaivedSetup(deps, caller);
    return result.kind === "started" ? respond(200, result.setup) : accountErrorResponse(result.kind);
  });
  addPendingEndpoint(add, async ({ caller, body, respond }) => {
    const result = await completeWaivedSetup(deps, { ...caller, ...body });
    switch (result.kind) {
      case "proven": {
        const { email, ticket } = result;
        return respond(200, { email, ...(ticket !== undefined && { ticket }) });
      }
      case "wrongCode":
        return accountErrorResponse("wrongSecret", { ...(result.reason && { reason: result.reason }) });
      case "wait":
        return refusalResponse(result);
      default:
        return accountErrorResponse(result.kind);
    }
  });
  addPendingEndpoint(extend, async ({ context, caller, respond }) => {
    await extendPending(deps, caller);
    const view = await readAgain(context);
    return view instanceof Response ? view : respond(200, view);
  });
  addEndpoint(routes, denialEndpoints.read, async ({ requestContext, params: { token } }) =>
    denialResponse(await readDenial(deps, { requestContext, token })),
  );
  addEndpoint(routes, denialEndpoints.deny, async ({ requestContext, params: { token } }) =>
    denialResponse(await denySignIn(deps, { requestContext, token })),
  );
  return routes;
}

/** A lockout has no roadblock: the page of the second proof has its own words. */
function pendingRefusal(refusal: Exclude<Refusal, { kind: "lockedOut" }> | VerificationLockout): Response {
  return refusal.kind === "lockedOut" ? accountErrorResponse("limitReached", refusal) : refusalResponse(refusal);
}

function denialResponse(result: DenialResult): Response {
  if (result.kind !== "found") return refusalResponse(result);
  const { kind: _found, ...signIn } = result;
  return Response.json(signIn);
}
