import { openIdConnectProvider } from "@vestibule/api/agents/openid-connect.adapter.ts";
import { buildApi } from "@vestibule/api/build-api.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { openIdClient, openIdProvider, testRoles } from "../../../../../test/openid-provider.ts";
import { atPortal, copySession, createPortalUser, type PortalUser } from "../../../test/portal.ts";
import { loader as callbackLoader } from "./callback.route.ts";
import { action, loader } from "./find.route.tsx";
import { loader as signInLoader } from "./sign-in.route.ts";

const testApi = await openTestApi();
const provider = await openIdProvider();
afterAll(() => provider.stop());
beforeEach(() => {
  provider.issueNext({});
  provider.setDown(false);
});
const api = buildApi({
  ...testApi.deps,
  agentIdentity: openIdConnectProvider({
    issuer: provider.issuer,
    ...openIdClient,
    idClaim: "sub",
    roleClaim: "roles",
    roles: testRoles,
  }),
});

function newBrowser(session = {}): PortalUser {
  const user = createPortalUser(testApi, { session, language: "en" });
  user.requestContext.api.serviceCredential = "another-credential";
  user.requestContext.api.fetch = api.fetch;
  return user;
}

async function follow(user: PortalUser, path: string): Promise<string> {
  const openIdLoader = path.startsWith("/agent/callback") ? callbackLoader : signInLoader;
  const result = await atPortal(user, openIdLoader as never, { path });
  if (result.kind !== "redirected") throw new Error("a page was drawn");
  return result.to;
}
const start = (user: PortalUser) => follow(user, "/agent/sign-in");
const comeBack = (user: PortalUser, callback: URL) => follow(user, `${callback.pathname}${callback.search}`);

async function pageOf(user: PortalUser) {
  const result = await atPortal<{ page: unknown } | null>(user, loader as never, { path: "/agent" });
  return result.kind === "rendered" ? { status: result.status, page: result.data?.page } : result;
}

test("signs an agent in at the OpenID provider by links alone, and out", async () => {
  const user = newBrowser();
  expect(await pageOf(user)).toMatchObject({ status: 200, page: { kind: "signIn", by: "openId" } });
  const url = await start(user);
  expect(new URL(url).origin).toBe(provider.issuer);
  expect(new URL(url).searchParams.get("redirect_uri")).toBe("http://belair.localhost:3000/agent/callback");
  expect(await comeBack(user, provider.signIn(url))).toBe("/agent");
  expect(await pageOf(user)).toMatchObject({ status: 200, page: { kind: "find", agent: "amelie", role: "act" } });
  const copied = copySession(user);
  await atPortal(user, action as never, { path: "/agent", form: { act: "signOut" } });
  expect(await pageOf(newBrowser(copied))).toMatchObject({ page: { kind: "signIn", notice: "ended" } });
});

test("ASVS V10.5 accepts the callback only in the browser that started the sign-in", async () => {
  const victim = newBrowser();
  const attacker = newBrowser();
  const callback = provider.signIn(await start(attacker));
  await comeBack(victim, callback);
  expect(await pageOf(victim)).toMatchObject({ page: { kind: "signIn", notice: undefined } });
  await start(victim);
  await comeBack(victim, callback);
  expect(await pageOf(victim)).toMatchObject({ status: 400, page: { kind: "signIn", notice: "denied" } });
  expect(await pageOf(victim)).toMatchObject({ status: 200, page: { kind: "signIn", notice: undefined } });
});

test("ASVS V10.5 accepts a callback once, even with an earlier cookie", async () => {
  const user = newBrowser();
  const callback = provider.signIn(await start(user));
  const copied = copySession(user);
  await comeBack(user, callback);
  const replay = newBrowser(copied);
  await comeBack(replay, callback);
  expect(await pageOf(replay)).toMatchObject({ page: { kind: "signIn", notice: "denied" } });
});

test.each([
  ["noRole", 403, { roles: [] }],
  ["unfitId", 400, { sub: "amelie@courrier.example" }],
])("explains why an agent is not let in: %s", async (notice, status, claims) => {
  const user = newBrowser();
  provider.issueNext({ claims });
  await comeBack(user, provider.signIn(await start(user)));
  expect(await pageOf(user)).toMatchObject({ status, page: { kind: "signIn", by: "openId", notice } });
});

test("says that the provider is unavailable, at the start and at the callback", async () => {
  const user = newBrowser();
  const url = await start(user);
  provider.setDown(true);
  await comeBack(user, provider.signIn(url));
  expect(await pageOf(user)).toMatchObject({ status: 503, page: { notice: "unavailable" } });
});

test("does not redirect to a provider where no agents are configured", async () => {
  const user = newBrowser();
  user.requestContext.api.serviceCredential = undefined;
  expect(await start(user)).toBe("/agent");
});
