import { expect, test } from "vitest";
import { testSecret } from "../../../../test/book-file.ts";
import { errorsOf, production, settingsOf } from "./test/test-settings.ts";

const openId = {
  AGENT_OIDC_ISSUER: "https://login.insurer.example/realm",
  AGENT_OIDC_CLIENT_ID: "vestibule",
  AGENT_OIDC_CLIENT_SECRET: "given-by-the-provider",
};

test("production reads the agents' OpenID provider and requires the service credential", () => {
  expect(settingsOf(production).agentOpenId).toBeUndefined();
  const desk = { ...production, ...openId, SERVICE_CREDENTIALS: testSecret("s"), AGENT_OIDC_ACT_ROLE: "claims-desk" };
  expect(settingsOf(desk).agentOpenId).toEqual({
    issuer: openId.AGENT_OIDC_ISSUER,
    clientId: "vestibule",
    clientSecret: "given-by-the-provider",
    idClaim: "sub",
    roleClaim: "roles",
    roles: {
      read: "vestibule-read",
      act: "claims-desk",
      look: "vestibule-look",
      edit: "vestibule-edit",
      publish: "vestibule-publish",
      operate: "vestibule-operate",
    },
  });
  expect(errorsOf({ ...production, ...openId }).map(({ name }) => name)).toEqual(["SERVICE_CREDENTIALS"]);
});

test("A-196 production refuses agents with secrets and reports each missing setting", () => {
  const desk = { ...production, SERVICE_CREDENTIALS: testSecret("s"), AGENTS: `amelie=${testSecret("a")}` };
  const errors = errorsOf(desk);
  expect(errors.map(({ name }) => name)).toEqual(["AGENTS", ...Object.keys(openId)]);
  expect(errors[0]?.reason).toContain("AGENT_OIDC_ISSUER");
  expect(errorsOf({ ...desk, ...openId }).map(({ name }) => name)).toEqual(["AGENTS"]);
});

test("demo mode reads agents with their secrets", () => {
  const AGENTS = `amelie=${testSecret("a")},bo.2=${testSecret("b")}=`;
  expect(settingsOf({ AGENTS }).agents).toEqual({ amelie: testSecret("a"), "bo.2": `${testSecret("b")}=` });
});

test.each([
  ["without an id", testSecret("a")],
  ["by an e-mail", `amelie@courrier.example=${testSecret("a")}`],
  ["with a short secret", "amelie=k8Jd02"],
])("refuses an agent %s without repeating it", (_what, AGENTS) => {
  const errors = errorsOf({ SERVICE_CREDENTIALS: testSecret("s"), AGENTS });
  expect(errors.map(({ name }) => name)).toEqual(["AGENTS"]);
  expect(JSON.stringify(errors)).not.toContain(AGENTS);
});

test("refuses an incomplete OpenID provider, in demo mode too", () => {
  const { AGENT_OIDC_CLIENT_SECRET: _, ...half } = openId;
  for (const mode of [production, {}])
    expect(errorsOf({ ...mode, ...half, SERVICE_CREDENTIALS: testSecret("s") })).toEqual([
      { name: "AGENT_OIDC_CLIENT_SECRET", reason: expect.stringContaining("missing") },
    ]);
});
