import type { OpenAPIHono } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import {
  agentSessionAnswer,
  agentSessionEndpoints,
  agentSessionHeader,
  agentSignedIn,
  agentSignInBody,
} from "@vestibule/contract/v1/agent-session.schema.ts";
import type { Hono } from "hono";
import { z } from "zod";
import type { AgentSession } from "../../capabilities/agents/agent-session.store.ts";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { readAgentSession, signInAgent, signOutAgent } from "../../journeys/agent-session/agent-session.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody } from "../v1/account-body.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { clientIpOf } from "../visit.rule.ts";

/** Sign-in, session and sign-out of agents, for the server of their page; the service credential was checked before. */
export function addAgentSessionRoutes(
  routes: Hono<ApiEnvironment>,
  registry: OpenAPIHono["openAPIRegistry"],
  parts: ApiParts,
): void {
  describeAgentSessions(registry);
  const deps = { ...parts, limits: limitStore(parts) };
  const { signIn, read, signOut } = agentSessionEndpoints;

  routes.use(`${signIn.path}/*`, async (_context, next) =>
    Object.keys(parts.agents).length === 0 ? accountErrorResponse("notFound") : next(),
  );
  routes.post(signIn.path, async (context) => {
    const body = await readAccountBody(context, agentSignInBody);
    if (body.kind === "refused") return body.answer;
    const result = await signInAgent(deps, { ...body.value, clientIp: clientIpOf(context.req.raw) });
    if (result.kind === "wrong") return accountErrorResponse("wrongSecret");
    if (result.kind === "limited") {
      const { retryAfterSeconds } = result;
      return accountErrorResponse("tooManyRequests", { retryAfterSeconds });
    }
    return context.json({ token: result.token, ...toAnswer(result.session) }, 201);
  });
  routes.get(read.path, async (context) => {
    const token = context.req.header(agentSessionHeader);
    if (token === undefined) return context.json({ state: "none" });
    const session = await readAgentSession(deps, token);
    return context.json(session === undefined ? { state: "ended" } : { state: "open", ...toAnswer(session) });
  });
  routes.delete(signOut.path, async (context) => {
    await signOutAgent(deps, context.req.header(agentSessionHeader) ?? "");
    return context.body(null, 204);
  });
}

function toAnswer({ agentId, idleEndsAt, endsAt }: AgentSession) {
  return { agentId, idleEndsAt: idleEndsAt.toISOString(), endsAt: endsAt.toISOString() };
}

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });

function describeAgentSessions(registry: OpenAPIHono["openAPIRegistry"]): void {
  const { signIn, read, signOut } = agentSessionEndpoints;
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
      201: { description: "The session; its token is told this once", content: json(agentSignedIn) },
      400: problem("3005: id and secret do not match. 1000: the body breaks the schema"),
      413: problem("The body is larger than 16 KiB"),
      415: problem("The body is not application/json"),
      429: problem("1429: too many wrong secrets; retry-after says how long to wait"),
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
