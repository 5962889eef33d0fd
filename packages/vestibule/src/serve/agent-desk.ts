import { createHash, timingSafeEqual } from "node:crypto";
import type { WebParts } from "@vestibule/web/build-web.ts";
import type { Settings } from "../settings/settings.rule.ts";

/** Who may open the agents' page, and the credential that it asks the API by. Undefined: there is no such page. */
export function agentDesk(settings: Pick<Settings, "mode" | "agents" | "serviceCredentials">): WebParts["agentDesk"] {
  const [serviceCredential] = settings.serviceCredentials;
  if (serviceCredential === undefined) return undefined;
  const demoAgent = demoAgentId(settings);
  const known = demoAgent === undefined ? settings.agents : { [demoAgent]: serviceCredential };
  const agents = new Map(Object.entries(known));
  if (agents.size === 0) return undefined;
  return {
    serviceCredential,
    // An unknown id costs the same comparison as a known one.
    admits: ({ id, secret }) => {
      const expected = agents.get(id);
      return timingSafeEqual(digest(secret), digest(expected ?? "")) && expected !== undefined;
    },
    badgeOf: (id) => {
      const secret = agents.get(id);
      return secret === undefined ? undefined : digest(`badge\n${id}\n${secret}`).toString("base64url");
    },
  };
}

/** Id of the one agent that demo mode has where none is named; the secret is the one for /internal. */
export function demoAgentId({ mode, agents }: Pick<Settings, "mode" | "agents">): string | undefined {
  return mode === "demo" && Object.keys(agents).length === 0 ? "agent" : undefined;
}

const digest = (text: string) => createHash("sha256").update(text).digest();
