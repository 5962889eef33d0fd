import { expect, test } from "vitest";
import { agentSecrets, demoAgents } from "./agent-secrets.rule.ts";

const serviceCredentials = ["the-credential-of-the-service"];
const agents = { amelie: "a-secret-of-her-own" };
const agentOpenId = {
  issuer: "https://login.example",
  clientId: "vestibule",
  clientSecret: "x",
  idClaim: "sub",
  roleClaim: "roles",
  roles: { read: "r", act: "a" },
};
const demo = { mode: "demo", agents: {}, agentOpenId: undefined, serviceCredentials } as const;

test("ignores agents' secrets in production, with an OpenID provider and without a service credential", () => {
  expect(agentSecrets({ ...demo, mode: "production", agents })).toEqual({});
  expect(agentSecrets({ ...demo, agents, agentOpenId })).toEqual({});
  expect(agentSecrets({ ...demo, agents, serviceCredentials: [] })).toEqual({});
  expect(demoAgents({ ...demo, agentOpenId })).toEqual({});
});

test("demo mode creates two agents with their own secrets until agents are configured", () => {
  const made = agentSecrets(demo);
  expect(Object.keys(made)).toEqual(["agent", "agent-2"]);
  expect(new Set([...Object.values(made), ...serviceCredentials]).size).toBe(3);
  expect(agentSecrets({ ...demo, agents })).toEqual(agents);
  expect(demoAgents({ ...demo, agents })).toEqual({});
});
