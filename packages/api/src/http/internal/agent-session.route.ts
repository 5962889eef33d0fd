import type { OpenAPIHono } from "@hono/zod-openapi";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { agentCallbackPath, agentSessionHeader } from "@vestibule/contract/internal/agent-session.schema.ts";
import type { AgentSession } from "../../agents/agent-session.store.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import {
  authenticateAgent,
  closeAgentSession,
  openAgentSessionBySecret,
} from "../../flows/agent-session/agent-session.ts";
import { finishProviderSignIn, startProviderSignIn } from "../../flows/agent-session/openid-sign-in.ts";
import { addEndpoint, authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { clientIpOf } from "../request-context.rule.ts";

/** Sign-in, session and sign-out of agents; `internalRoutes` checks the service credential before. */
export function addAgentSessionRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { signIn, startOpenId, finishOpenId, read, signOut } = agentSessionEndpoints;
  const { agentIdentity: provider } = deps;
  const signInBy = provider === undefined ? "secret" : "openId";
  const notFound = () => accountErrorResponse("notFound");
  const addOpenIdEndpoint = authorizedEndpoints(routes, () => provider ?? notFound());

  routes.use(`${signIn.path}/*`, async (_context, next) =>
    provider === undefined && Object.keys(deps.agents).length === 0 ? notFound() : next(),
  );
  addEndpoint(
    routes,
    signIn,
    async ({ context, body, respond }) => {
      const result = await openAgentSessionBySecret(deps, { ...body, clientIp: clientIpOf(context.req.raw) });
      if (result.kind === "wrong") return accountErrorResponse("wrongSecret");
      if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
      return respond(201, { token: result.token, ...toResponse(result.session) });
    },
    { authorize: () => (provider === undefined ? undefined : notFound()) },
  );
  addOpenIdEndpoint(startOpenId, async ({ context, caller, body: { redirectUri }, respond }) => {
    if (new URL(redirectUri).pathname !== agentCallbackPath)
      return accountErrorResponse("invalidRequest", { fields: { redirectUri: "format" } });
    const clientIp = clientIpOf(context.req.raw);
    const result = await startProviderSignIn({ ...deps, provider: caller }, { redirectUri, clientIp });
    if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
    if (result.kind === "unavailable") return accountErrorResponse("unavailable");
    return respond(201, { url: result.url, state: result.state });
  });
  addOpenIdEndpoint(finishOpenId, async ({ context, caller, body, respond }) => {
    const clientIp = clientIpOf(context.req.raw);
    const result = await finishProviderSignIn({ ...deps, provider: caller }, { ...body, clientIp });
    if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
    if (result.kind === "unavailable") return accountErrorResponse("unavailable");
    if (result.kind === "refused") return accountErrorResponse("wrongSecret", { fields: { reason: result.reason } });
    return respond(201, { token: result.token, ...toResponse(result.session) });
  });
  addEndpoint(routes, read, async ({ context, respond }) => {
    const token = context.req.header(agentSessionHeader);
    if (token === undefined) return respond(200, { state: "none", signInBy });
    const session = await authenticateAgent(deps, token);
    return respond(
      200,
      session === undefined ? { state: "ended", signInBy } : { state: "open", ...toResponse(session) },
    );
  });
  addEndpoint(routes, signOut, async ({ context, respond }) => {
    await closeAgentSession(deps, context.req.header(agentSessionHeader) ?? "");
    return respond(204);
  });
}

function toResponse({ agentId, roles, idleEndsAt, endsAt }: AgentSession) {
  return { agentId, roles, idleEndsAt: idleEndsAt.toISOString(), endsAt: endsAt.toISOString() };
}
