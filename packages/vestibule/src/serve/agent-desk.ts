import { createHmac } from "node:crypto";
import type { Settings } from "../settings/settings.rule.ts";

type AgentSettings = Pick<Settings, "mode" | "agents" | "agentOpenId" | "serviceCredentials">;

/** Agents of demo mode where none are named: two, since a link to an e-mail that is not on file needs a second one. */
const demoAgentIds = ["agent", "agent-2"] as const;

/** Secrets of the agents who may sign in, by id: demo mode alone, and only with the service credential that their page asks the API by. */
export function agentSecrets(settings: AgentSettings): Readonly<Record<string, string>> {
  const { mode, agents, agentOpenId, serviceCredentials } = settings;
  const isOff = mode !== "demo" || agentOpenId !== undefined || serviceCredentials.length === 0;
  return isOff ? {} : { ...agents, ...demoAgents(settings) };
}

/**
 * Agents that demo mode makes, with their secrets. Each is derived from the service credential, and is not the
 * credential: an agent's secret opens nothing under /internal.
 */
export function demoAgents({
  mode,
  agents,
  agentOpenId,
  serviceCredentials,
}: AgentSettings): Readonly<Record<string, string>> {
  const [credential] = serviceCredentials;
  if (mode !== "demo" || agentOpenId !== undefined || Object.keys(agents).length > 0 || credential === undefined)
    return {};
  const secretOf = (id: string) => createHmac("sha256", credential).update(`agent ${id}`).digest("base64url");
  return Object.fromEntries(demoAgentIds.map((id) => [id, secretOf(id)]));
}
