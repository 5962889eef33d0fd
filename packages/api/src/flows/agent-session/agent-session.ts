import type { StaffRole } from "@vestibule/catalogue/team.table.ts";
import {
  findAgent,
  hasProviderMark,
  hasSecretMark,
  isAgentSecret,
  secretMark,
} from "../../agents/agent-secret.rule.ts";
import {
  type AgentSession,
  endAgentSession,
  hasSignedInFrom,
  insertAgentSession,
  renewAgentSession,
} from "../../agents/agent-session.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { LimitConsumed } from "../../limits/limit.port.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countAttempt } from "../../verification/count-attempt.ts";

export type AgentSessionDeps = LimitedDeps<
  "database" | "keys" | "random" | "auditor" | "agents" | "agentIdentity" | "log"
>;

export type OpenedAgentSession = { kind: "signedIn"; token: string; session: AgentSession };
export type AgentSignInResult = OpenedAgentSession | { kind: "wrong" } | RetryLater;

/**
 * Opens a session for an agent's id and secret; only wrong secrets count. The limit per agent skips client IPs that
 * the agent has signed in from, so that other people's guesses do not lock the agent out.
 */
export async function openAgentSessionBySecret(
  deps: AgentSessionDeps,
  { agentId, secret, clientIp }: { agentId: string; secret: string; clientIp: string },
): Promise<AgentSignInResult> {
  const { keys, agents } = deps;
  const clientIpKeys = keyedHashes(keys.lookupHash, clientIpParts(clientIp));
  const isKnownClientIp = await hasSignedInFrom(deps.database, { agentId, clientIpKeys });
  const windows = [
    { limit: "agentSecretClientIp", subject: clientIp },
    { limit: "agentSecretPair", subject: JSON.stringify([agentId, clientIp]) },
    ...(isKnownClientIp ? [] : [{ limit: "agentSecretAgent", subject: agentId } as const]),
  ] as const;
  return countAttempt(deps, windows, async (counted) => {
    if (counted.kind === "exceeded") {
      deps.log.warn("agent.limited", { limit: counted.limits[0] ?? "", clientIpHash: clientIpKeys[0] ?? "" });
      return retryLater(counted);
    }
    const found = findAgent(agents, agentId);
    const isRight = isAgentSecret(agents, { id: agentId, secret }) && found !== undefined;
    return transact(deps.database, async (transaction): Promise<AgentSignInResult> => {
      if (!isRight) {
        // An unknown agent id is not recorded, since it may be a secret.
        const agent = found && agentId;
        await recordRefusedSignIn(deps, transaction, { clientIp, counted, result: "wrong", agent });
        return { kind: "wrong" };
      }
      await deps.limits.refund(transaction, counted);
      return openAgentSession(deps, transaction, {
        agentId,
        clientIp,
        roles: found.roles,
        secretMark: secretMark(keys.secretHash, { id: agentId, secret }),
      });
    });
  });
}

interface NewSession {
  agentId: string;
  roles: StaffRole[];
  secretMark: string;
  clientIp: string;
}

export async function openAgentSession(
  { keys, random, auditor, log }: Pick<AgentSessionDeps, "keys" | "random" | "auditor" | "log">,
  transaction: Trx,
  { agentId, roles, secretMark, clientIp }: NewSession,
): Promise<OpenedAgentSession> {
  const token = random.token(32);
  const clientIpHash = keyedHash(keys.lookupHash, clientIpParts(clientIp));
  const session = await insertAgentSession(transaction, {
    idHash: keyedHash(keys.secretHash, tokenParts(token)),
    agentId,
    roles,
    secretMark,
    clientIpKey: clientIpHash,
  });
  await auditor.record(transaction, {
    event: "agent.signedIn",
    result: "ok",
    actor: `agent:${agentId}`,
    facts: { clientIpHash, role: roles.join(",") },
  });
  log.info("agent.signedIn", { clientIpHash });
  return { kind: "signedIn", token, session };
}

/** Records and logs a refused sign-in, with the keyed hash of the client IP and the limit that it reached. */
export async function recordRefusedSignIn(
  { keys, auditor, log }: Pick<AgentSessionDeps, "keys" | "auditor" | "log">,
  transaction: Trx,
  refusal: {
    clientIp: string;
    counted: LimitConsumed;
    result: string;
    agent: string | undefined;
    reason?: string | undefined;
  },
): Promise<void> {
  const { clientIp, counted, result, agent, reason } = refusal;
  const [limit] = counted.reached;
  const facts = { clientIpHash: keyedHash(keys.lookupHash, clientIpParts(clientIp)), ...(limit && { limit }) };
  await auditor.record(transaction, {
    event: "agent.signInRefused",
    result,
    actor: "person",
    facts: { ...facts, ...(agent && { agent }) },
  });
  log.warn("agent.signInRefused", { ...facts, result, ...(reason && { reason }) });
}

/**
 * Returns the active session of a token and renews it; undefined once it ended or the credential that opened it
 * changed.
 */
export async function authenticateAgent(
  { database, keys, agents, agentIdentity }: Pick<AgentSessionDeps, "database" | "keys" | "agents" | "agentIdentity">,
  token: string,
): Promise<AgentSession | undefined> {
  const session = await renewAgentSession(database, keyedHashes(keys.secretHash, tokenParts(token)));
  if (session === undefined) return undefined;
  const { agentId: id, secretMark: mark } = session;
  const isStillValid =
    agentIdentity === undefined
      ? hasSecretMark(keys.secretHash, agents, { id, mark })
      : hasProviderMark(keys.secretHash, { name: agentIdentity.name, mark });
  return isStillValid ? session : undefined;
}

/** Ends the session of a token; does nothing when it has already ended. */
export async function closeAgentSession(
  { database, keys, auditor }: Pick<AgentSessionDeps, "database" | "keys" | "auditor">,
  token: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    const ended = await endAgentSession(transaction, keyedHashes(keys.secretHash, tokenParts(token)));
    if (ended === undefined) return;
    await auditor.record(transaction, {
      event: "agent.signedOut",
      result: "ok",
      actor: `agent:${ended.agentId}`,
    });
  });
}

const tokenParts = (token: string) => ["agent session", token];
const clientIpParts = (clientIp: string) => ["agent address", clientIp];
