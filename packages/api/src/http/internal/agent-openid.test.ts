import { limits } from "@vestibule/catalogue/limit.table.ts";
import { staffRoles, teamRoles } from "@vestibule/catalogue/team.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { personEndpoints } from "@vestibule/contract/internal/person.endpoint.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { type IdTokenChange, openIdClient, openIdProvider, testRoles } from "../../../../../test/openid-provider.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { deskCaller, supportDeskOf } from "../../../../../test/support-desk.ts";
import { testAgents } from "../../../../../test/test-api.ts";
import { type OpenIdConnectSettings, openIdConnectProvider } from "../../agents/openid-connect.adapter.ts";
import { buildApi } from "../../build-api.ts";

const testApi = await openTestApi({ clientIpLimitFactor: 1 });
const provider = await openIdProvider();
afterAll(() => provider.stop());
beforeEach(() => {
  provider.issueNext({});
  provider.setDown(false);
});

const settings: OpenIdConnectSettings = {
  issuer: provider.issuer,
  ...openIdClient,
  idClaim: "sub",
  roleClaim: "roles",
  roles: testRoles,
};
const apiWith = (more: Partial<OpenIdConnectSettings> = {}) =>
  buildApi({ ...testApi.deps, agentIdentity: openIdConnectProvider({ ...settings, ...more }) });
const api = apiWith();
const clientOf = (one: typeof api) =>
  createClient(agentSessionEndpoints, { baseUrl: "http://api.internal", fetch: (request) => one.fetch(request) });
const client = clientOf(api);
const desk = createClient(supportDeskEndpoints, {
  baseUrl: "http://api.internal",
  fetch: (request) => api.fetch(request),
});

let nextClientIp = 0;
function newBrowser() {
  const headers = { "x-vestibule-client-ip": `198.51.100.${++nextClientIp}` };
  return { ...deskCaller, serviceCredential: "another-credential", headers };
}
const redirectUri = "https://portal.belair.example/agent/callback";

/** Returns a browser that was redirected to the provider and came back with its callback. */
async function cameBack(change: IdTokenChange = {}, by = newBrowser()) {
  provider.issueNext(change);
  const { url, state } = dataOf(await client.startOpenId(by, { redirectUri }));
  return { by, url, state, callback: provider.signIn(url) };
}
const finish = ({ by, state, callback }: Pick<Awaited<ReturnType<typeof cameBack>>, "by" | "state" | "callback">) =>
  client.finishOpenId(by, { state, query: callback.search.slice(1) });
const denied = { status: 400, error: { errorCode: 3005, fields: { reason: "denied" } } };

async function newestEvent() {
  const { rows } = await testApi.pool.query(
    "select event, result, actor, facts from audit_event order by id desc limit 1",
  );
  return rows[0];
}

test("signs an agent in at the OpenID provider by code, PKCE, state and nonce", async () => {
  const back = await cameBack();
  const asked = new URL(back.url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    scope: "openid",
    client_id: "vestibule",
    redirect_uri: redirectUri,
    code_challenge_method: "S256",
    state: back.state,
  });
  for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(40);
  const { token, agentId, roles } = dataOf(await finish(back));
  expect([agentId, roles]).toEqual(["amelie", ["act"]]);
  expect(await newestEvent()).toMatchObject({ event: "agent.signedIn", actor: "agent:amelie", facts: { role: "act" } });
  expect(dataOf(await client.read({ ...back.by, agent: { session: token } }))).toMatchObject({
    state: "open",
    roles: ["act"],
  });
  await client.signOut({ ...back.by, agent: { session: token } });
  expect(dataOf(await client.read({ ...back.by, agent: { session: token } }))).toEqual({
    state: "ended",
    signInBy: "openId",
  });
  const { rows } = await testApi.pool.query("select * from agent_sign_in");
  expect(rows).toEqual([]);
});

const attacks: [what: string, change: IdTokenChange][] = [
  ["another nonce", { claims: { nonce: "the-nonce-of-another-sign-in" } }],
  ["no nonce", { claims: { nonce: undefined } }],
  ["another audience", { claims: { aud: "another-client" } }],
  ["another issuer", { claims: { iss: "https://another.example" } }],
  ["an end in the past", { expiresAt: "-1h" }],
  ["a signature by a key that the issuer does not publish", { isForged: true }],
];
test.each(attacks)("ASVS V10.5 refuses an ID token with %s", async (_what, change) => {
  expect(await finish(await cameBack(change))).toMatchObject(denied);
  expect(await newestEvent()).toMatchObject({ event: "agent.signInRefused", result: "denied", actor: "person" });
});

test("ASVS V10.5 refuses a callback whose state differs from the one the browser started with", async () => {
  const mine = await cameBack();
  const theirs = await cameBack();
  expect(await finish({ ...mine, callback: theirs.callback })).toMatchObject(denied);
  const forged = await cameBack();
  forged.callback.searchParams.delete("state");
  expect(await finish(forged)).toMatchObject(denied);
  expect(await finish({ ...(await cameBack()), state: "a-state-that-was-never-given" })).toMatchObject(denied);
});

test("ASVS V10.5 refuses a callback that was already used, and its code in another sign-in", async () => {
  const first = await cameBack();
  dataOf(await finish(first));
  expect(await finish(first)).toMatchObject(denied);
  const second = await cameBack();
  second.callback.searchParams.set("code", first.callback.searchParams.get("code") ?? "");
  expect(await finish(second)).toMatchObject(denied);
});

test("ASVS V10.5 refuses a code that was stolen from another sign-in, whose PKCE verifier it lacks", async () => {
  const victim = await cameBack();
  const attacker = await cameBack();
  attacker.callback.searchParams.set("code", victim.callback.searchParams.get("code") ?? "");
  expect(await finish(attacker)).toMatchObject(denied);
});

test("refuses a callback after the sign-in has expired", async () => {
  const late = await cameBack();
  await testApi.moveClock(ttl.agentSignInMinutes * 60 + 1);
  expect(await finish(late)).toMatchObject(denied);
});

test.each<[string, IdTokenChange["claims"]]>([
  ["lacks the claim", { roles: undefined }],
  ["holds other roles", { roles: ["vestibule-actor", "admin"] }],
  ["names a role in another case", { roles: "Vestibule-Act" }],
])("ASVS V10.5 refuses an agent whose ID token %s, and records who it was", async (_what, claims) => {
  expect(await finish(await cameBack({ claims }))).toMatchObject({ error: { fields: { reason: "noRole" } } });
  expect(await newestEvent()).toMatchObject({ result: "noRole", facts: { agent: "amelie" } });
});

test("refuses an agent whose id claim is an e-mail", async () => {
  const back = await cameBack({ claims: { sub: "amelie@courrier.example" } });
  expect(await finish(back)).toMatchObject({ error: { fields: { reason: "unfitId" } } });
  expect(JSON.stringify(await newestEvent()) + testApi.logged.join("")).not.toContain("courrier.example");
});

test("lets an agent with the read role view a case but change nothing", async () => {
  const { token, roles } = dataOf(await finish(await cameBack({ claims: { sub: "rosa", roles: "vestibule-read" } })));
  expect(roles).toEqual(["read"]);
  const code = await supportDeskOf(testApi).reference({});
  const by = { ...newBrowser(), agent: { session: token }, brandId: "belair" };
  expect(dataOf(await desk.look(by, code)).acts).toEqual({
    lift: [],
    unlock: false,
    unfreeze: false,
    links: [],
    waive: false,
  });
  expect(await desk.requests(by)).toMatchObject({ kind: "ok" });
  const refused = { status: 409, error: { fields: { act: "readOnly" } } };
  expect(await desk.unlock(by, code)).toMatchObject(refused);
  expect(await desk.lift(by, code, { limit: "wrongCellPhone" })).toMatchObject(refused);
  expect(await desk.link(by, code, { action: "RESETPWD_LOGIN" })).toMatchObject(refused);
  expect(await desk.approve(by, crypto.randomUUID())).toMatchObject(refused);
});

const teamMember = (roles: string[]) => cameBack({ claims: { sub: "lea", roles } });

test("grants every role of the team that the claim holds, each alone", async () => {
  for (const role of teamRoles) expect(dataOf(await finish(await teamMember([testRoles[role]]))).roles).toEqual([role]);
  const all = dataOf(await finish(await teamMember(Object.values(testRoles))));
  expect(new Set(all.roles)).toEqual(new Set(staffRoles));
  expect((await newestEvent()).facts).toMatchObject({ role: "read,act,look,edit,publish,operate" });
});

const deskCalls = Object.values({ ...supportDeskEndpoints, ...personEndpoints });
test.each(deskCalls)("A-370 refuses a session with roles of the team alone at $method $path", async (endpoint) => {
  const { token } = dataOf(await finish(await teamMember(teamRoles.map((role) => testRoles[role]))));
  const code = await supportDeskOf(testApi).reference({});
  const path = endpoint.path.replace("{code}", code).replace(/\{\w+\}/g, crypto.randomUUID());
  const response = await api.request(`${path}?brand=belair`, {
    method: endpoint.method,
    headers: {
      authorization: "Bearer another-credential",
      "content-type": "application/json",
      "agent-session": token,
    },
    ...(endpoint.method === "POST" && { body: "{}" }),
  });
  expect([response.status, (await response.json()).errorCode]).toEqual([403, 3013]);
});

test("reads a session of the version before, which has one role and no list", async () => {
  const { by, ...back } = await cameBack();
  const { token } = dataOf(await finish({ by, ...back }));
  await testApi.pool.query("update agent_session set roles = null");
  expect(dataOf(await client.read({ ...by, agent: { session: token } }))).toMatchObject({ roles: ["act"] });
});

test("reads id and role from the claims that the settings name", async () => {
  const named = clientOf(apiWith({ idClaim: "employee", roleClaim: "https://insurer.example/groups" }));
  const by = newBrowser();
  provider.issueNext({ claims: { employee: "e-1042", "https://insurer.example/groups": ["x", "vestibule-read"] } });
  const { url, state } = dataOf(await named.startOpenId(by, { redirectUri }));
  const query = provider.signIn(url).search.slice(1);
  expect(dataOf(await named.finishOpenId(by, { state, query }))).toMatchObject({ agentId: "e-1042", roles: ["read"] });
});

test("ends sessions when the client id changes", async () => {
  const back = await cameBack();
  const { token } = dataOf(await finish(back));
  const moved = buildApi({
    ...testApi.deps,
    agentIdentity: openIdConnectProvider({ ...settings, clientId: "another-client" }),
  });
  expect(dataOf(await clientOf(moved).read({ ...back.by, agent: { session: token } }))).toMatchObject({
    state: "ended",
  });
});

test("answers 503 while the provider is unavailable, counts no failures, and recovers", async () => {
  const fresh = clientOf(apiWith());
  provider.setDown(true);
  expect(await fresh.startOpenId(newBrowser(), { redirectUri })).toMatchObject({ status: 503 });
  provider.setDown(false);
  expect(await fresh.startOpenId(newBrowser(), { redirectUri })).toMatchObject({ status: 201 });
  const by = newBrowser();
  for (let count = 0; count <= limits.agentRefusedClientIp.limit; count++) {
    const back = await cameBack({}, by);
    provider.setDown(true);
    expect(await finish(back)).toMatchObject({ status: 503 });
    provider.setDown(false);
  }
});

test("refuses a client IP with 429 after too many refused callbacks", async () => {
  const by = newBrowser();
  const guess = () => client.finishOpenId(by, { state: "a-guess", query: "code=x&state=a-guess" });
  for (let count = 0; count < limits.agentRefusedClientIp.limit; count++) expect(await guess()).toMatchObject(denied);
  expect(await guess()).toMatchObject({ status: 429 });
  expect(await newestEvent()).toMatchObject({ facts: { limit: "agentRefusedClientIp" } });
});

test("accepts a secret only without a provider, and a provider sign-in only with one", async () => {
  const by = newBrowser();
  expect(await client.signIn(by, { agentId: "amelie", secret: testAgents.amelie })).toMatchObject({
    status: 404,
  });
  expect(await clientOf(testApi.apis[0]).startOpenId(by, { redirectUri })).toMatchObject({ status: 404 });
  expect(dataOf(await client.read(by))).toEqual({ state: "none", signInBy: "openId" });
});

test("refuses a redirect URI other than the callback page", async () => {
  const elsewhere = { redirectUri: "https://portal.belair.example/account" };
  expect(await client.startOpenId(newBrowser(), elsewhere)).toMatchObject({ status: 400 });
});
