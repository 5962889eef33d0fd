import type { OpenAPIHono } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import {
  agentCallbackPath,
  agentSessionAnswer,
  agentSessionEndpoints,
  agentSessionHeader,
  agentSignedIn,
  agentSignInBody,
  finishOpenIdBody,
  openIdStarted,
  startOpenIdBody,
} from "@vestibule/contract/v1/agent-session.schema.ts";
import type { Hono } from "hono";
import { z } from "zod";
import type { AgentSession } from "../../agents/agent-session.store.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { readAgentSession, signInAgent, signOutAgent } from "../../flows/agent-session/agent-session.ts";
import {
  finishOpenIdSignIn,
  type OpenIdSignInDeps,
  startOpenIdSignIn,
} from "../../flows/agent-session/openid-sign-in.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { clientIpOf } from "../request-context.rule.ts";
import { readAccountBody } from "../v1/account-body.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";

/** Sign-in, session and sign-out of agents; `internalRoutes` checks the service credential before. */
export function addAgentSessionRoutes(
  routes: Hono<ApiEnvironment>,
  registry: OpenAPIHono["openAPIRegistry"],
  apiDeps: ApiDeps,
): void {
  describeAgentSessions(registry);
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const { signIn, read, signOut } = agentSessionEndpoints;
  const { agentIdentity: provider } = apiDeps;
  const signInBy = provider === undefined ? "secret" : "openId";

  routes.use(`${signIn.path}/*`, async (_context, next) =>
    provider === undefined && Object.keys(apiDeps.agents).length === 0 ? accountErrorResponse("notFound") : next(),
  );
  addOpenIdRoutes(routes, provider && { ...deps, provider });
  routes.post(signIn.path, async (context) => {
    if (provider !== undefined) return accountErrorResponse("notFound");
    const body = await readAccountBody(context, agentSignInBody);
    if (body.kind === "refused") return body.answer;
    const result = await signInAgent(deps, { ...body.value, clientIp: clientIpOf(context.req.raw) });
    if (result.kind === "wrong") return accountErrorResponse("wrongSecret");
    if (result.kind === "limited") return tooMany(result);
    return context.json({ token: result.token, ...toAnswer(result.session) }, 201);
  });
  routes.get(read.path, async (context) => {
    const token = context.req.header(agentSessionHeader);
    if (token === undefined) return context.json({ state: "none", signInBy });
    const session = await readAgentSession(deps, token);
    return context.json(session === undefined ? { state: "ended", signInBy } : { state: "open", ...toAnswer(session) });
  });
  routes.delete(signOut.path, async (context) => {
    await signOutAgent(deps, context.req.header(agentSessionHeader) ?? "");
    return context.body(null, 204);
  });
}

/** Sign-in at the insurer's OpenID provider; answers 404 when agents sign in with secrets. */
function addOpenIdRoutes(routes: Hono<ApiEnvironment>, deps: OpenIdSignInDeps | undefined): void {
  const { startOpenId, finishOpenId } = agentSessionEndpoints;
  routes.post(startOpenId.path, async (context) => {
    if (deps === undefined) return accountErrorResponse("notFound");
    const body = await readAccountBody(context, startOpenIdBody);
    if (body.kind === "refused") return body.answer;
    const { redirectUri } = body.value;
    if (new URL(redirectUri).pathname !== agentCallbackPath)
      return accountErrorResponse("invalidRequest", { fields: { redirectUri: "format" } });
    const result = await startOpenIdSignIn(deps, { redirectUri, clientIp: clientIpOf(context.req.raw) });
    if (result.kind === "limited") return tooMany(result);
    if (result.kind === "unavailable") return accountErrorResponse("unavailable");
    return context.json({ url: result.url, state: result.state }, 201);
  });
  routes.post(finishOpenId.path, async (context) => {
    if (deps === undefined) return accountErrorResponse("notFound");
    const body = await readAccountBody(context, finishOpenIdBody);
    if (body.kind === "refused") return body.answer;
    const result = await finishOpenIdSignIn(deps, { ...body.value, clientIp: clientIpOf(context.req.raw) });
    if (result.kind === "limited") return tooMany(result);
    if (result.kind === "unavailable") return accountErrorResponse("unavailable");
    if (result.kind === "refused") return accountErrorResponse("wrongSecret", { fields: { reason: result.reason } });
    return context.json({ token: result.token, ...toAnswer(result.session) }, 201);
  });
}

function tooMany({ retryAfterSeconds }: { retryAfterSeconds: number }): Response {
  return accountErrorResponse("tooManyRequests", { retryAfterSeconds });
}

function toAnswer({ agentId, role, idleEndsAt, endsAt }: AgentSession) {
  return { agentId, role, idleEndsAt: idleEndsAt.toISOString(), endsAt: endsAt.toISOString() };
}

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });

function describeAgentSessions(registry: OpenAPIHono["openAPIRegistry"]): void {
  const { signIn, startOpenId, finishOpenId, read, signOut } = agentSessionEndpoints;
  const common = { tags: ["internal"], security: [{ service: [] }] };
  const refusals = {
    401: { description: "No service credential" },
    404: problem("1404: no agents are configured"),
  };
  const headers = z.object({ [agentSessionHeader]: z.string().optional() });
  registry.registerPath({
    ...common,
    method: "post",
    path: signIn.path,
    summary: "Open a session for an agent’s id and secret",
    request: { body: { required: true, content: json(agentSignInBody) } },
    responses: {
      ...refusals,
      201: { description: "The session; its token is returned only here", content: json(agentSignedIn) },
      400: problem("3005: id and secret do not match. 1000: the body breaks the schema"),
      413: problem("The body is larger than 16 KiB"),
      415: problem("The body is not application/json"),
      429: problem("1429: too many wrong secrets; retry-after says how long to wait"),
    },
  });
  registry.registerPath({
    ...common,
    method: "post",
    path: startOpenId.path,
    summary: "Begin a sign-in of an agent at the OpenID provider",
    request: { body: { required: true, content: json(startOpenIdBody) } },
    responses: {
      ...refusals,
      201: { description: "Where to send the browser, and the state that it keeps", content: json(openIdStarted) },
      400: problem("1000: the body breaks the schema, or redirectUri has another path than /agent/callback"),
      429: problem("1429: too many sign-ins begun from one address; retry-after says how long to wait"),
      503: problem("1503: the OpenID provider does not answer"),
    },
  });
  registry.registerPath({
    ...common,
    method: "post",
    path: finishOpenId.path,
    summary: "Open a session for the agent whom the OpenID provider names",
    request: { body: { required: true, content: json(finishOpenIdBody) } },
    responses: {
      ...refusals,
      201: { description: "The session; its token is given this once", content: json(agentSignedIn) },
      400: problem("3005: not let in; `fields.reason` is denied, noRole or unfitId. 1000: the body breaks the schema"),
      429: problem("1429: too many refusals; retry-after says how long to wait"),
      503: problem("1503: the OpenID provider does not answer"),
    },
  });
  registry.registerPath({
    ...common,
    method: "get",
    path: read.path,
    summary: "Read and renew an agent’s session",
    request: { headers },
    responses: { ...refusals, 200: { description: "Whether it is open", content: json(agentSessionAnswer) } },
  });
  registry.registerPath({
    ...common,
    method: "delete",
    path: signOut.path,
    summary: "End an agent’s session",
    request: { headers },
    responses: { ...refusals, 204: { description: "It is over" } },
  });
}
