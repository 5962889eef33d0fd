import { buildApi } from "@vestibule/api/build-api.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { expect, test } from "vitest";
import { agentsWith, testAgents } from "../../../../../test/test-api.ts";
import { atPortal, copySession, createPortalUser, moveMinutes } from "../../../test/portal.ts";
import { agentSlice } from "../../staff/session-slice.server.ts";
import { action, loader } from "./find.route.tsx";
import { open, openAgentPortal, post } from "./test/agent-portal.ts";

const { agentAt, loggedIn, referenceOf, testApi } = await openAgentPortal();

test("responds 404 where no agents are configured", async () => {
  const user = createPortalUser(testApi);
  for (const handler of [loader, action])
    expect(await atPortal(user, handler as never, { path: "/agent", form: { act: "signIn" } })).toMatchObject({
      kind: "rendered",
      status: 404,
      data: handler === loader ? { screenCode: roadblocks["not-found"].agentCode } : null,
    });
});

test.each([
  ["removes the agent", {}],
  ["gives the agent another secret", { amelie: "another-secret-of-thirty-two-letters" }],
])("ends a session when the insurer %s", async (_whom, agents) => {
  const user = await loggedIn();
  expect((await open(user)).page).toMatchObject({ kind: "find" });
  const reference = await referenceOf();
  const api = buildApi({ ...testApi.deps, agents: agentsWith({ ...testAgents, amelie: "", ...agents }) });
  user.requestContext.api.fetch = api.fetch;
  expect(await post(user, { act: "lift", limit: "lookupKnownJourney", reference })).toEqual({
    kind: "redirected",
    to: "/agent",
  });
  expect((await open(user, reference)).page).toMatchObject({ kind: "signIn" });
  expect(user.requestContext.session.get(agentSlice)).toBeUndefined();
});

test("ends a session in constant use after 12 hours", async () => {
  const user = await loggedIn();
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    await moveMinutes(testApi, user, 20);
    expect((await open(user)).page.kind).toBe("find");
  }
  await moveMinutes(testApi, user, 21);
  expect((await open(user)).page.kind).toBe("signIn");
});

test("refuses a copied cookie after sign-out", async () => {
  const user = await loggedIn();
  const copied = copySession(user);
  await post(user, { act: "signOut" });
  expect((await open(user)).page).toEqual({ kind: "signIn", by: "secret", notice: undefined });
  const attacker = agentAt({ session: copied });
  expect((await open(attacker)).page).toEqual({ kind: "signIn", by: "secret", notice: "ended" });
});

test("answers 429 after ten wrong secrets and says from when to try again", async () => {
  const user = agentAt({ language: "en" });
  const guess = () => post(user, { act: "signIn", agentId: "bruno", loginPassword: "a guess" });
  for (let count = 0; count < limits.agentSecretPair.limit; count++)
    expect(await guess()).toMatchObject({ kind: "rendered", status: 400 });
  expect(await guess()).toMatchObject({
    status: 429,
    data: { refused: { id: "bruno", retryAt: expect.stringMatching(/[ap]\.m\.$|^noon$|^midnight$/) } },
  });
});

test("says that sign-in is unavailable while the API does not answer", async () => {
  const user = agentAt();
  user.requestContext.api.fetch = () => Promise.reject(new Error("unavailable"));
  expect(await open(user)).toEqual({ status: 503, page: { kind: "signIn", by: "secret", notice: "unavailable" } });
});

test("rejects a wrong secret and ignores an action without a session", async () => {
  const user = agentAt();
  const refused = await post(user, { act: "signIn", agentId: "amelie", loginPassword: "a guess" });
  expect(refused).toEqual({ kind: "rendered", data: { refused: { id: "amelie" } }, status: 400 });
  const code = await referenceOf();
  expect(await post(user, { act: "unlock", reference: code })).toEqual({ kind: "redirected", to: "/agent" });
  expect((await open(user, code)).page).toEqual({ kind: "signIn", by: "secret", notice: undefined });
});

test("ends a session that is idle for 30 minutes", async () => {
  const user = await loggedIn();
  await moveMinutes(testApi, user, 29);
  expect((await open(user)).page.kind).toBe("find");
  await moveMinutes(testApi, user, 31);
  expect((await open(user)).page).toEqual({ kind: "signIn", by: "secret", notice: "ended" });
  expect((await open(user)).page).toEqual({ kind: "signIn", by: "secret", notice: undefined });
});

test("says that the session has ended also when a form is submitted after it", async () => {
  const user = await loggedIn();
  const reference = await referenceOf();
  await moveMinutes(testApi, user, 31);
  expect(await post(user, { act: "unlock", reference })).toEqual({ kind: "redirected", to: "/agent" });
  expect((await open(user)).page).toEqual({ kind: "signIn", by: "secret", notice: "ended" });
  expect((await open(user)).page).toEqual({ kind: "signIn", by: "secret", notice: undefined });
});

test("shows when the agent's session ends, and extends it up to the absolute limit only", async () => {
  const user = await loggedIn();
  const pageAfter = async (minutes: number) => {
    await moveMinutes(testApi, user, minutes);
    const { page } = await open(user);
    if (page.kind !== "find") throw new Error("the session is over");
    return page.limit;
  };
  const first = await pageAfter(29);
  expect(first.isExtended).toBe(true);
  // The two clocks are read one after the other.
  expect(Math.abs(first.warnsInSeconds - 28 * 60)).toBeLessThan(60);
  for (let passed = 29; passed < 700; passed += 25) await pageAfter(25);
  expect(await pageAfter(10)).toMatchObject({ isExtended: false });
});
