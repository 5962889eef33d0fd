import type { StaffRole } from "@vestibule/catalogue/team.table.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import {
  type AgentSignedIn,
  type AgentSignInMethod,
  agentCallbackPath,
  agentRefusals,
} from "@vestibule/contract/internal/agent-session.schema.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { apiClient, type Endpoints } from "../api/api-client.server.ts";
import { type FailedResult, isRejected } from "../api/error-handling.rule.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import {
  type AgentSignInFailure,
  agentSignInSlice,
  agentSlice,
  type SessionAgent,
  type StaffArea,
} from "./session-slice.server.ts";

export interface SignedInAgent {
  kind: "signedIn";
  agentId: string;
  roles: readonly StaffRole[];
  idleEndsAt: Date;
  endsAt: Date;
  slice: SessionAgent;
}

export type AgentSessionState =
  /** The portal has no pages for agents and the team. */
  | { kind: "closed" }
  | { kind: "unavailable" }
  | { kind: "signedOut"; hasEnded: boolean; by: AgentSignInMethod }
  | SignedInAgent;

export async function readAgentSession(requestContext: PortalRequestContext): Promise<AgentSessionState> {
  const { api, session } = requestContext;
  if (api.serviceCredential === undefined) return { kind: "closed" };
  const slice = session.get(agentSlice);
  const result = await agentSessionApi(requestContext, slice?.token).read();
  if (isRejected(result, { status: 404 })) return { kind: "closed" };
  if (result.kind !== "ok") return { kind: "unavailable" };
  if (result.data.state !== "open")
    return { kind: "signedOut", hasEnded: slice !== undefined, by: result.data.signInBy };
  // Without a token no session is open.
  if (slice === undefined) return { kind: "unavailable" };
  const { agentId, roles, idleEndsAt, endsAt } = result.data;
  // Each change re-seals the cookie, so it expires with the session.
  slice.idleEndsAt = idleEndsAt;
  return { kind: "signedIn", agentId, roles, idleEndsAt: new Date(idleEndsAt), endsAt: new Date(endsAt), slice };
}

/** Signs in with an agent's id and secret. */
export async function signInAgent(
  requestContext: PortalRequestContext,
  credentials: { agentId: string; secret: string },
): Promise<AccountCallResult<unknown>> {
  const result = await agentSessionApi(requestContext).signIn(credentials);
  if (result.kind === "ok") saveSession(requestContext, result.data);
  return result;
}

/**
 * Starts a sign-in at the OpenID provider, which ends at the page of `area`. Returns the provider's URL, or undefined
 * where none can be started now.
 */
export async function startOpenIdSignIn(
  requestContext: PortalRequestContext,
  area: StaffArea,
): Promise<string | undefined> {
  const { api, session, origin } = requestContext;
  if (api.serviceCredential === undefined) return undefined;
  const result = await agentSessionApi(requestContext).startOpenId({ redirectUri: `${origin}${agentCallbackPath}` });
  session.set(
    agentSignInSlice,
    result.kind === "ok" ? { kind: "pending", state: result.data.state, area } : failureOf(result),
  );
  return result.kind === "ok" ? result.data.url : undefined;
}

/**
 * Exchanges the provider's callback for an agent session. Only the browser that started the sign-in can finish it,
 * once. Returns the area whose page started it.
 */
export async function finishOpenIdSignIn(requestContext: PortalRequestContext, query: string): Promise<StaffArea> {
  const { api, session } = requestContext;
  const pending = session.consume(agentSignInSlice);
  if (api.serviceCredential === undefined || pending?.kind !== "pending") return "agent";
  const { area = "agent" } = pending;
  const client = agentSessionApi(requestContext, session.get(agentSlice)?.token);
  const result = await client.finishOpenId({ state: pending.state, query });
  if (result.kind !== "ok") {
    session.set(agentSignInSlice, failureOf(result));
    return area;
  }
  if (session.has(agentSlice)) await client.signOut();
  saveSession(requestContext, result.data);
  return area;
}

function failureOf(result: FailedResult): AgentSignInFailure {
  if (result.kind === "unavailable" || result.status === 503) return { kind: "unavailable" };
  if (result.status === 429) return { kind: "limited", retryAfterSeconds: result.retryAfterSeconds ?? 60 };
  return { kind: "refused", why: agentRefusals.find((one) => one === result.error.fields?.reason) ?? "denied" };
}

function saveSession({ session }: PortalRequestContext, { token, idleEndsAt }: AgentSignedIn): void {
  session.set(agentSlice, { token, idleEndsAt });
}

/** Ends the session on the server. The browser keeps it if the API did not answer, because it may still be open. */
export async function signOutAgent(requestContext: PortalRequestContext, { slice }: SignedInAgent): Promise<void> {
  const result = await agentSessionApi(requestContext, slice.token).signOut();
  if (result.kind === "ok") requestContext.session.delete(agentSlice);
}

function agentSessionApi(requestContext: PortalRequestContext, token?: string) {
  return apiClient(requestContext, agentSessionEndpoints, agentCaller(requestContext, token));
}

/** Client of endpoints on behalf of the signed-in agent or member of the digital team. */
export function staffApi<Calls extends Endpoints>(
  requestContext: PortalRequestContext,
  { slice }: Pick<SignedInAgent, "slice">,
  endpoints: Calls,
  by: { brandId?: string } = {},
) {
  return apiClient(requestContext, endpoints, { ...agentCaller(requestContext, slice.token), ...by });
}

/** Credentials of a call for an agent. */
function agentCaller({ api: { serviceCredential } }: PortalRequestContext, token: string | undefined) {
  return { ...(serviceCredential && { serviceCredential }), ...(token && { agent: { session: token } }) };
}
