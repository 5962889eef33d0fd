import { agentRefusals } from "@vestibule/contract/internal/agent-session.schema.ts";
import { z } from "zod";
import { defineSlice } from "../session/session-slice.server.ts";

const agent = z.object({
  /** Token of the agent session that the API keeps. */
  token: z.string(),
  /** ISO time at which it expires when idle. */
  idleEndsAt: z.string(),
  /** Result of the last action, shown once on the next page. */
  flash: z
    .discriminatedUnion("kind", [
      z.object({
        kind: z.literal("done"),
        what: z.enum([
          "lift",
          "unlock",
          "unfreeze",
          "keep",
          "putBack",
          "link",
          "request",
          "waive",
          "approve",
          "refuse",
          "nothing",
        ]),
      }),
      z.object({
        kind: z.literal("refused"),
        why: z.enum(["email", "taken", "missing", "ownRequest", "notOpen", "alreadyRequested", "limited", "other"]),
      }),
    ])
    .optional(),
});
export type SessionAgent = z.infer<typeof agent>;
export type AgentResult = NonNullable<SessionAgent["flash"]>;
export type AgentRefusal = Extract<AgentResult, { kind: "refused" }>["why"];

/** Why the OpenID provider's response opened no session. */
const agentSignInFailure = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("refused"), why: z.enum(agentRefusals) }),
  z.object({ kind: z.literal("unavailable") }),
  z.object({ kind: z.literal("limited"), retryAfterSeconds: z.number() }),
]);
export type AgentSignInFailure = z.infer<typeof agentSignInFailure>;

/** The pages of the insurer's staff, each at the path of its name. */
export const staffAreas = ["agent", "team"] as const;
export type StaffArea = (typeof staffAreas)[number];

/** An agent or a member of the digital team who is signed in in this browser. */
export const agentSlice = defineSlice("agent", agent);

/** A sign-in at the OpenID provider and the page that started it, or why it failed; the failure is shown once. */
export const agentSignInSlice = defineSlice(
  "agentSignIn",
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("pending"), state: z.string(), area: z.enum(staffAreas).optional() }),
    agentSignInFailure,
  ]),
);

export const agentSlices = [agentSlice, agentSignInSlice];
