import type { AgentSignInRefusal } from "@vestibule/contract/internal/agent-session.schema.ts";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import type { AgentIdentityProvider, AgentIdentityResult } from "../../agents/agent-identity.port.ts";
import { providerMark } from "../../agents/agent-secret.rule.ts";
import { consumeAgentSignIn, insertAgentSignIn } from "../../agents/agent-session.store.ts";
import type { LimitConsumed } from "../../limits/limit.port.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  type AgentSessionDeps,
  type OpenedAgentSession,
  openAgentSession,
  recordRefusedSignIn,
} from "./agent-session.ts";

export type OpenIdSignInDeps = AgentSessionDeps & { provider: AgentIdentityProvider };

/** Starts a sign-in; the nonce and the PKCE verifier stay on the server. */
export async function startProviderSignIn(
  { database, keys, limits, provider, log }: OpenIdSignInDeps,
  { redirectUri, clientIp }: { redirectUri: string; clientIp: string },
): Promise<{ kind: "started"; url: string; state: string } | { kind: "unavailable" } | RetryLater> {
  const counted = await limits.consume(database, { limit: "agentSignInClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const url = await provider.authorizationUrl(redirectUri, secrets);
  if (url === undefined) {
    log.error("agent.providerUnavailable", { reason: "discovery" });
    return { kind: "unavailable" };
  }
  const { state, ...stored } = secrets;
  await insertAgentSignIn(database, {
    ...stored,
    redirectUri,
    stateHash: keyedHash(keys.secretHash, stateParts(state)),
  });
  return { kind: "started", url, state };
}

export type FinishResult =
  | OpenedAgentSession
  | { kind: "refused"; reason: AgentSignInRefusal }
  | { kind: "unavailable" }
  | RetryLater;

interface Callback {
  /** From the browser that started the sign-in. */
  state: string;
  query: string;
  clientIp: string;
}

/** Opens a session for the agent that the provider identifies. Refusals count by client IP. */
export async function finishProviderSignIn(deps: OpenIdSignInDeps, callback: Callback): Promise<FinishResult> {
  const { keys, limits, database, provider } = deps;
  const { state, query, clientIp } = callback;
  const counted = await limits.consume(database, { limit: "agentRefusedClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const signIn = await consumeAgentSignIn(database, keyedHashes(keys.secretHash, stateParts(state)));
  if (signIn === undefined) return refuse(deps, { ...callback, counted, result: { kind: "denied", fault: "state" } });
  const url = new URL(signIn.redirectUri);
  url.search = query;
  const result = await provider.identify(url, { ...signIn, state });
  if (result.kind !== "identified") return refuse(deps, { ...callback, counted, result });
  return transact(database, async (transaction) => {
    await limits.refund(transaction, counted);
    return openAgentSession(deps, transaction, {
      agentId: result.agentId,
      roles: result.roles,
      clientIp,
      secretMark: providerMark(keys.secretHash, provider),
    });
  });
}

/** An unavailable provider does not count as an attempt, because the page then asks to try again. */
async function refuse(
  deps: OpenIdSignInDeps,
  refusal: { clientIp: string; counted: LimitConsumed; result: Exclude<AgentIdentityResult, { kind: "identified" }> },
): Promise<FinishResult> {
  const { database, limits, log } = deps;
  const { clientIp, counted, result } = refusal;
  const reason = "fault" in result ? result.fault : undefined;
  if (result.kind === "unavailable") {
    log.error("agent.providerUnavailable", { reason });
    await limits.refund(database, counted);
    return { kind: "unavailable" };
  }
  const agent = "agentId" in result ? result.agentId : undefined;
  await transact(database, (transaction) =>
    recordRefusedSignIn(deps, transaction, { clientIp, counted, result: result.kind, agent, reason }),
  );
  return { kind: "refused", reason: result.kind };
}

const stateParts = (state: string) => ["agent sign-in", state];
