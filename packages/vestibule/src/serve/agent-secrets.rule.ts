import { createHmac } from "node:crypto";
import type { AgentSecrets } from "@vestibule/api/agents/agent-secret.rule.ts";
import type { StaffRole } from "@vestibule/catalogue/team.table.ts";
import type { Settings } from "../settings/settings.rule.ts";

type AgentSettings = Pick<Settings, "mode" | "agents" | "agentOpenId" | "serviceCredentials">;

/** Two, because a link to an e-mail that is not on file needs the approval of a second agent. */
const demoAgents: Readonly<Record<string, StaffRole[]>> = { agent: ["act"], "agent-2": ["act"] };
/** A member of the digital team for each role, and a second one who approves an erasure. */
const demoTeam: Readonly<Record<string, StaffRole[]>> = {
  "team-look": ["look"],
  "team-edit": ["look", "edit"],
  "team-publish": ["look", "publish"],
  "team-operate": ["look", "operate"],
  "team-operate-2": ["look", "operate"],
};

/**
 * By id. Empty in production, and without the service credential with which their pages call the API. The agents of the
 * settings replace those of demo mode.
 */
export function agentSecrets(settings: AgentSettings): AgentSecrets {
  const configured = Object.entries(settings.agents).map(([id, secret]) => [id, { secret, roles: ["act"] }]);
  return isSecretSignIn(settings) ? { ...Object.fromEntries(configured), ...demoStaff(settings) } : {};
}

/** The agents and the team that demo mode creates. Their secrets are not valid under /internal. */
export function demoStaff(settings: AgentSettings): AgentSecrets {
  const [credential] = settings.serviceCredentials;
  if (!isSecretSignIn(settings) || credential === undefined) return {};
  const secretOf = (id: string) => createHmac("sha256", credential).update(`agent ${id}`).digest("base64url");
  const staff = Object.keys(settings.agents).length > 0 ? demoTeam : { ...demoAgents, ...demoTeam };
  return Object.fromEntries(Object.entries(staff).map(([id, roles]) => [id, { secret: secretOf(id), roles }]));
}

const isSecretSignIn = ({ mode, agentOpenId, serviceCredentials }: AgentSettings) =>
  mode === "demo" && agentOpenId === undefined && serviceCredentials.length > 0;
