import { createHmac } from "node:crypto";
import type { Settings } from "../settings/settings.rule.ts";

type AgentSettings = Pick<Settings, "mode" | "agents" | "agentOpenId" | "serviceCredentials">;

/** Two, because a link to an e-mail that is not on file needs the approval of a second agent. */
const demoAgentIds = ["agent", "agent-2"] as const;

/**
 * By id. Empty in production, and without the service credential with which their page calls the API. Those of demo mode
 * are derived from that credential and are not valid under /internal.
 */
export function agentSecrets(settings: AgentSettings): Readonly<Record<string, string>> {
  const { mode, agents, agentOpenId } = settings;
  const [credential] = settings.serviceCredentials;
  if (mode !== "demo" || agentOpenId !== undefined || credential === undefined) return {};
  const secretOf = (id: string) => createHmac("sha256", credential).update(`agent ${id}`).digest("base64url");
  return areConfigured(settings) ? agents : Object.fromEntries(demoAgentIds.map((id) => [id, secretOf(id)]));
}

/** The agents that demo mode creates. */
export function demoAgents(settings: AgentSettings): Readonly<Record<string, string>> {
  return areConfigured(settings) ? {} : agentSecrets(settings);
}

const areConfigured = ({ agents }: AgentSettings) => Object.keys(agents).length > 0;
