import { expect, test } from "vitest";
import { agentSecrets, demoAgents } from "./agent-desk.ts";

const serviceCredentials = ["the-credential-of-the-service"];
const agents = { amelie: "a-secret-of-her-own" };

test("P-22 production has the agents that are named, and none without a service credential", () => {
  expect(agentSecrets({ mode: "production", agents: {}, serviceCredentials })).toEqual({});
  expect(agentSecrets({ mode: "production", agents, serviceCredentials })).toEqual(agents);
  expect(agentSecrets({ mode: "demo", agents, serviceCredentials: [] })).toEqual({});
});

test("P-22 demo mode makes two agents until some are named, whose secrets open nothing else", () => {
  const made = agentSecrets({ mode: "demo", agents: {}, serviceCredentials });
  expect(Object.keys(made)).toEqual(["agent", "agent-2"]);
  expect(new Set([...Object.values(made), ...serviceCredentials]).size).toBe(3);
  expect(agentSecrets({ mode: "demo", agents, serviceCredentials })).toEqual(agents);
  expect(demoAgents({ mode: "demo", agents, serviceCredentials })).toEqual({});
});
