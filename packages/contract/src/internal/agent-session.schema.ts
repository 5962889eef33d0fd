import { staffRoles } from "@vestibule/catalogue/team.table.ts";
import { z } from "zod";
import { agentHeader, agentId } from "./support-desk.schema.ts";

export const agentSessionHeader = "agent-session";
/** Headers by which a call names its agent. */
export const agentHeaders = z.object({ [agentHeader]: agentId, [agentSessionHeader]: z.string() }).partial();

/** What every call of the digital team has: a service's own credential and a member's session. */
export const teamCall = {
  tag: "internal",
  serviceOnly: true,
  headers: z.object({ [agentSessionHeader]: z.string() }),
} as const;
export const teamSessionErrors = { 403: "3004: the session has ended; 3013: it does not have the role" };

/** `idleEndsAt`: when it expires without use; `endsAt`: when it expires in any case. */
const openSession = {
  agentId,
  roles: z.array(z.enum(staffRoles)).min(1),
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
};
export const agentSignedIn = z.strictObject({ token: z.string(), ...openSession });
export type AgentSignedIn = z.infer<typeof agentSignedIn>;

/** `openId`: sign-in at the insurer's OpenID provider; `secret`: sign-in by id and secret, in demo mode only. */
const signInBy = z.enum(["openId", "secret"]);
export type AgentSignInMethod = z.infer<typeof signInBy>;

/** `none`: the request carries no token. */
export const agentSessionResponse = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("open"), ...openSession }),
  z.strictObject({ state: z.literal("ended"), signInBy }),
  z.strictObject({ state: z.literal("none"), signInBy }),
]);
export type AgentSessionResponse = z.infer<typeof agentSessionResponse>;

/** Redirect path of the OpenID provider, under each origin of the portal. */
export const agentCallbackPath = "/agent/callback";

/** Why an agent was refused, as `fields.reason`. */
export const agentRefusals = ["denied", "noRole", "unfitId"] as const;
export type AgentSignInRefusal = (typeof agentRefusals)[number];
