import { createHmac } from "node:crypto";
import type { Settings } from "../settings/settings.rule.ts";

type AgentSettings = Pick<Settings, "mode" | "agents" | "agentOpenId" | "serviceCredentials">;

/** Two, because a link to an e-mail that is not on file needs the approval of a second agent. */
const demoAgentIds = ["agent", "agent-2"] as const;

/** By id. Empty in production, and without the service credential with which their page calls the API. */
export function agentSecrets(settings: AgentSettings): Readonly<Record<string, string>> {
  const { mode, agents, agentOpenId, serviceCredentials } = settings;
  const isOff = mode !== "demo" || agentOpenId !== undefined || serviceCredentials.length === 0;
  return isOff ? {} : { ...agents, ...demoAgents(settings) };
}

/** Each secret is derived from the service credential and is not valid under /internal. */
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
