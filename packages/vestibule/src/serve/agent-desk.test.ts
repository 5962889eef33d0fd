import { expect, test } from "vitest";
import { agentDesk } from "./agent-desk.ts";

const serviceCredentials = ["the-credential-of-the-service"];
const agents = { amelie: "a-secret-of-her-own" };

test("P-22 production without agents, and a server without a credential, have no page for them", () => {
  expect(agentDesk({ mode: "production", agents: {}, serviceCredentials })).toBeUndefined();
  expect(agentDesk({ mode: "demo", agents, serviceCredentials: [] })).toBeUndefined();
});

test("P-22 each agent comes in by the own secret alone", () => {
  const desk = agentDesk({ mode: "production", agents, serviceCredentials });
  expect(desk?.admits({ id: "amelie", secret: "a-secret-of-her-own" })).toBe(true);
  for (const [id, secret] of [
    ["amelie", ""],
    ["amelie", "the-credential-of-the-service"],
    ["agent", "the-credential-of-the-service"],
    ["nobody", ""],
    ["toString", ""],
  ] as const)
    expect(desk?.admits({ id, secret })).toBe(false);
});

test("P-22 demo mode has one agent, until some are named", () => {
  const own = { id: "agent", secret: "the-credential-of-the-service" };
  expect(agentDesk({ mode: "demo", agents: {}, serviceCredentials })?.admits(own)).toBe(true);
  expect(agentDesk({ mode: "demo", agents, serviceCredentials })?.admits(own)).toBe(false);
});
