import { z } from "zod";
import { agentId } from "./support-desk.schema.ts";

/** Sessions of the agents' page, base /internal/v1; by service credential alone. */
export const agentSessionEndpoints = {
  signIn: { method: "POST", path: "/internal/v1/agent-sessions" },
  read: { method: "GET", path: "/internal/v1/agent-sessions/current" },
  signOut: { method: "DELETE", path: "/internal/v1/agent-sessions/current" },
} as const;

/** Header with the token of an agent's session. */
export const agentSessionHeader = "agent-session";

export const agentSignInBody = z.strictObject({ agentId: z.string().max(254), secret: z.string().max(1024) });

/** `idleEndsAt`: when it ends unless it is used; `endsAt`: when it ends in any case. */
const openSession = { agentId, idleEndsAt: z.iso.datetime(), endsAt: z.iso.datetime() };
export const agentSignedIn = z.strictObject({ token: z.string(), ...openSession });
export type AgentSignedIn = z.infer<typeof agentSignedIn>;

/** `none`: the request carries no token. */
export const agentSessionAnswer = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("open"), ...openSession }),
  z.strictObject({ state: z.literal("ended") }),
  z.strictObject({ state: z.literal("none") }),
]);
export type AgentSessionAnswer = z.infer<typeof agentSessionAnswer>;
