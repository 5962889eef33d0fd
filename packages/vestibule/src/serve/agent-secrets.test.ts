import { expect, test } from "vitest";
import { agentSecrets, demoStaff } from "./agent-secrets.rule.ts";

const serviceCredentials = ["the-credential-of-the-service"];
const agents = { amelie: "a-secret-of-her-own" };
const agentOpenId = {
  issuer: "https://login.example",
  clientId: "vestibule",
  clientSecret: "x",
  idClaim: "sub",
  roleClaim: "roles",
  roles: { read: "r", act: "a", look: "l", edit: "e", publish: "p", operate: "o" },
};
const demo = { mode: "demo", agents: {}, agentOpenId: undefined, serviceCredentials } as const;
const team = ["team-look", "team-edit", "team-publish", "team-operate", "team-operate-2"];

test("ignores agents' secrets in production, with an OpenID provider and without a service credential", () => {
  for (const settings of [
    { ...demo, mode: "production" as const, agents },
    { ...demo, agents, agentOpenId },
    { ...demo, agents, serviceCredentials: [] },
  ]) {
    expect(agentSecrets(settings)).toEqual({});
    expect(demoStaff(settings)).toEqual({});
  }
});

test("demo mode creates two agents and five members of the team, each with another secret", () => {
  const made = agentSecrets(demo);
  expect(Object.keys(made)).toEqual(["agent", "agent-2", ...team]);
  const secrets = Object.values(made).map(({ secret }) => secret);
  expect(new Set([...secrets, ...serviceCredentials]).size).toBe(8);
  expect(demoStaff(demo)).toEqual(made);
});

test("the agents of the settings replace those of demo mode, and the team stays", () => {
  const made = agentSecrets({ ...demo, agents });
  expect(Object.keys(made)).toEqual(["amelie", ...team]);
  expect(made.amelie).toEqual({ secret: agents.amelie, roles: ["act"] });
  expect(Object.keys(demoStaff({ ...demo, agents }))).toEqual(team);
});

test("each role of the team has a member in demo mode, and no member has a role at the call centre's page", () => {
  const roles = team.flatMap((id) => demoStaff(demo)[id]?.roles ?? []);
  expect(new Set(roles)).toEqual(new Set(["look", "edit", "publish", "operate"]));
});
