import { randomUUID } from "node:crypto";
import { openIdConnectProvider } from "@vestibule/api/agents/openid-connect.adapter.ts";
import { journeyEvent } from "@vestibule/api/audit/auditor.port.ts";
import { buildApi } from "@vestibule/api/build-api.ts";
import { saveLastAnswer } from "@vestibule/api/connections/last-answer.store.ts";
import { startWebhook } from "@vestibule/api/events/webhook.store.ts";
import { transact } from "@vestibule/api/platform/transaction.adapter.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { type FlowId, statistics } from "@vestibule/catalogue/statistic.table.ts";
import { type StaffRole, teamRoles } from "@vestibule/catalogue/team.table.ts";
import { sentence, textKey } from "@vestibule/wording/tables.ts";
import { RouterContextProvider } from "react-router";
import { afterAll, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { openIdClient, openIdProvider, testRoles } from "../../../../../test/openid-provider.ts";
import {
  atPortal,
  copySession,
  createPortalUser,
  moveMinutes,
  type PortalUser,
  redirected,
} from "../../../test/portal.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { referenceFor } from "../../roadblock/roadblock-reference.server.ts";
import { loader as callbackLoader } from "../agent/callback.route.ts";
import { loader as agentLoader } from "../agent/find.route.tsx";
import { loader as signInLoader } from "../agent/sign-in.route.ts";
import type { StatePage } from "./desk-view.ts";
import { action, loader } from "./home.route.tsx";
import { action as maintenanceAction, loader as maintenanceLoader } from "./maintenance.route.tsx";
import { loader as numbersLoader } from "./numbers.route.tsx";
import { loader as fileLoader } from "./numbers-file.route.ts";
import { stepSentences } from "./numbers-sentence.table.ts";
import { loader as stateLoader } from "./state.route.tsx";
import type { EntryPage, HomePage, MaintenancePage, MaintenanceResult, NumbersPage } from "./team-view.ts";

const secret = "the-secret-of-a-member-of-the-team";
const staffWith = (roles: readonly StaffRole[]) => ({ lea: { secret, roles: [...roles] } });
const testApi = await openTestApi();
const provider = await openIdProvider();
afterAll(() => provider.stop());

function newBrowser(roles: readonly StaffRole[], session = {}): PortalUser {
  const user = createPortalUser(testApi, { session, language: "en" });
  user.requestContext.api.serviceCredential = "another-credential";
  user.requestContext.api.fetch = buildApi({ ...testApi.deps, agents: staffWith(roles) }).fetch;
  return user;
}

const post = (user: PortalUser, form: Record<string, string>) =>
  atPortal<unknown>(user, action as never, { path: "/team", form });

async function open(user: PortalUser): Promise<{ page: EntryPage | HomePage; status: number }> {
  const result = await atPortal<{ page: EntryPage | HomePage } | null>(user, loader as never, { path: "/team" });
  if (result.kind !== "rendered" || result.data === null) throw new Error("no page was drawn");
  return { page: result.data.page, status: result.status };
}

async function signedIn(roles: readonly StaffRole[]): Promise<PortalUser> {
  const user = newBrowser(roles);
  const result = await post(user, { act: "signIn", agentId: "lea", loginPassword: secret });
  expect(result).toEqual({ kind: "redirected", to: "/team" });
  return user;
}

test.each(teamRoles)("shows a member of the team with the role %s that role alone", async (role) => {
  const user = await signedIn([role]);
  expect(await open(user)).toMatchObject({ status: 200, page: { kind: "home", who: "lea", roles: [role] } });
});

test("says in words what a webhook answered last", async () => {
  const { database } = testApi.deps;
  await startWebhook(database, "newsletter");
  // A server keeps the same answer once a minute, and another file may have kept one of "crm".
  const answered = { kind: "webhook", brandId: "", id: "newsletter" } as const;
  await saveLastAnswer(database, { ...answered, isGood: true, answer: "accepted" });
  const user = await signedIn(["operate"]);
  const read = async () => {
    const result = await atPortal<{ page: StatePage }>(user, stateLoader as never, { path: "/team/state" });
    return result.kind === "rendered" ? result.data?.page.state?.webhooks[0] : undefined;
  };
  for (const [answer, words] of [
    ["status-401", "answered 401"],
    ["late", "no answer in time"],
    ["ECONNREFUSED", "not reached (ECONNREFUSED)"],
  ] as const) {
    await saveLastAnswer(database, { ...answered, isGood: false, answer });
    expect((await read())?.failing).toContain(`last failure: ${words}, `);
  }
  expect((await read())?.facts).toEqual(["none waiting", expect.stringContaining("event accepted")]);
});

test("A-371 refuses an agent without a role of the team, who can sign out there", async () => {
  const user = await signedIn(["act"]);
  expect(await open(user)).toEqual({ status: 403, page: { kind: "noRole", who: "lea", goTo: "agent" } });
  await post(user, { act: "signOut" });
  expect((await open(user)).page).toMatchObject({ kind: "signIn", notice: undefined });
});

test("A-370 refuses a member of the team at the agents' page", async () => {
  const user = await signedIn(teamRoles);
  const result = await atPortal(user, agentLoader as never, { path: "/agent?reference=123456789" });
  expect(result).toMatchObject({ status: 403, data: { page: { kind: "noRole", who: "lea" } } });
});

test("opens both pages with one session for a person who has roles at both", async () => {
  const user = await signedIn(["act", "look"]);
  expect((await open(user)).page).toMatchObject({ kind: "home", roles: ["look"] });
  const result = await atPortal(user, agentLoader as never, { path: "/agent" });
  expect(result).toMatchObject({ status: 200, data: { page: { kind: "find", role: "act" } } });
});

test("refuses a copied cookie after sign-out", async () => {
  const user = await signedIn(["operate"]);
  const copied = copySession(user);
  await post(user, { act: "signOut" });
  expect((await open(user)).page).toMatchObject({ kind: "signIn", notice: undefined });
  expect((await open(newBrowser(["operate"], copied))).page).toMatchObject({ kind: "signIn", notice: "ended" });
});

test("ends a session that is idle for 30 minutes, and says so", async () => {
  const user = await signedIn(["look"]);
  await moveMinutes(testApi, user, 31);
  expect(await post(user, { act: "signOut" })).toEqual({ kind: "redirected", to: "/team" });
  expect((await open(user)).page).toMatchObject({ kind: "signIn", notice: "ended" });
});

const openNumbers = (user: PortalUser, query = "") =>
  atPortal<{ page: NumbersPage }>(user, numbersLoader as never, { path: `/team/numbers${query}` });

test("shows the numbers of a period and a brand, and offers them as a file", async () => {
  await referenceFor(createPortalUser(testApi).requestContext, { id: "technical" });
  const user = await signedIn(["look"]);
  expect(await openNumbers(user, "?days=7&of=belair")).toMatchObject({
    status: 200,
    data: {
      page: {
        kind: "numbers",
        numbers: {
          days: "7",
          brand: "belair",
          query: "days=7&of=belair",
          roadblocks: [{ code: roadblocks.technical.agentCode, count: "1" }],
        },
      },
    },
  });
  const url = new URL("http://belair.localhost:3000/team/numbers.csv?days=7&of=belair");
  const context = new RouterContextProvider();
  context.set(requestContextKey, user.requestContext);
  const file = await fileLoader({ url, context } as never);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, ...rows] = (await file.text()).trimEnd().split("\r\n");
  expect(head).toBe("from,to,brand,journey,step,pageCategory,dimension,value,number,count");
  expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,belair,roadblock,technical,roadblock,,,shown,1$/);
  for (const row of rows) expect(row.split(",")).toHaveLength(10);
});

async function startRegistration(brandId: string): Promise<void> {
  const locale = { brand: { id: brandId }, province: "qc", language: "fr" };
  const event = { event: "registration.started", result: "ok", journeyId: randomUUID() } as const;
  await transact(testApi.database, (transaction) =>
    testApi.deps.auditor.record(transaction, journeyEvent("registration", locale, event)),
  );
}

test("shows a journey by day, by province and next to the period before", async () => {
  await startRegistration("belair");
  const user = await signedIn(["look"]);
  const result = await openNumbers(user, "?days=7&with=before");
  if (result.kind !== "rendered" || result.data?.page.kind !== "numbers") throw new Error("no numbers were drawn");
  const { journeys, roadblocks: shown } = result.data.page.numbers;
  const registration = journeys.find(({ id }) => id === "registration");
  const one = { count: "1", before: { count: "0", change: "+1" } };
  expect(shown).toMatchObject([one]);
  expect(registration?.figures).toContainEqual({ name: "Started", ...one });
  expect(registration?.line.rows).toHaveLength(7);
  const none = { count: "0", before: { count: "0", change: "0" } };
  expect(registration?.line.rows.at(-1)).toMatchObject({ started: one, finished: none });
  expect(registration?.line.paths.started.endsWith("L100 0")).toBe(true);
  expect(registration?.line.before?.started.endsWith("L100 30")).toBe(true);
  expect(registration?.dimensions.find(({ id }) => id === "provinces")?.rows).toMatchObject([
    { name: "Quebec", started: one },
  ]);
});

test.each([[["look"]], [["look", "edit"]]] as const)(
  "leads a member with %j to the sentences that they may change",
  async (roles) => {
    await startRegistration("intact");
    const result = await openNumbers(await signedIn(roles), "?days=7&of=intact");
    if (result.kind !== "rendered" || result.data?.page.kind !== "numbers") throw new Error("no numbers were drawn");
    const paths = result.data.page.numbers.journeys.flatMap(({ steps }) => steps.map(({ to }) => to));
    const canEdit = roles.some((role) => role === "edit");
    expect(paths[0]).toBe(canEdit ? "/team/brands/intact/sentence?key=registration%3AaccountType.title" : undefined);
    expect(new Set(paths.map((path) => path !== undefined))).toEqual(new Set([canEdit]));
  },
);

test("every step and roadblock leads to a sentence that can be changed", () => {
  const steps = Object.values(stepSentences).flatMap((of) => Object.values(of));
  const titles = Object.keys(roadblocks).map((id) => textKey(`roadblock:${id}.title`));
  for (const key of [...steps, ...titles]) expect(sentence(key, "en")).toBeTypeOf("string");
  for (const [journey, of] of Object.entries(stepSentences))
    expect(Object.keys(statistics[journey as FlowId].steps)).toEqual(expect.arrayContaining(Object.keys(of)));
});

test("A-371 refuses the numbers to a member without the role to look", async () => {
  expect(await openNumbers(await signedIn(["operate"]))).toMatchObject({
    status: 403,
    data: { page: { kind: "noRole", goTo: "team" } },
  });
});

const atMaintenance = { path: "/team/maintenance" };
const postMaintenance = (user: PortalUser, form: Record<string, string>) =>
  atPortal<MaintenanceResult>(user, maintenanceAction as never, { ...atMaintenance, form });

async function maintenancePage(user: PortalUser): Promise<EntryPage | MaintenancePage> {
  const result = await atPortal<{ page: EntryPage | MaintenancePage }>(user, maintenanceLoader as never, atMaintenance);
  if (result.kind !== "rendered") throw new Error("no page was drawn");
  return result.data.page;
}

async function closedBrands(user: PortalUser) {
  const page = await maintenancePage(user);
  if (page.kind !== "maintenance") throw new Error("not the page of maintenance");
  return page.maintenance?.brands.filter(({ isClosed }) => isClosed).map(({ id, until }) => [id, until?.day]);
}

test("closes a brand after a preview in both languages, and opens it again", async () => {
  const user = await signedIn(["operate"]);
  const order = { "brand-belair": "yes", until: "2099-01-02T06:00" };
  const preview = await postMaintenance(user, { act: "preview", ...order });
  expect(preview).toMatchObject({
    status: 200,
    data: { kind: "preview", screens: [{ language: "en" }, { language: "fr" }] },
  });
  expect(JSON.stringify(preview)).toMatch(/January\s2.*2\sjanvier/);
  expect(await closedBrands(user)).toEqual([]);

  expect(await postMaintenance(user, { act: "close", ...order })).toEqual(redirected("/team/maintenance"));
  expect(await closedBrands(user)).toEqual([["belair", expect.stringMatching(/^January\s2, 2099$/)]]);
  expect(await postMaintenance(user, { act: "bypass", brand: "belair" })).toMatchObject({
    data: { kind: "bypass", url: expect.stringContaining("?maintenancePageBypass=") },
  });
  expect(await postMaintenance(user, { act: "open", brand: "belair" })).toEqual(redirected("/team/maintenance"));
  expect(await closedBrands(user)).toEqual([]);
});

test.each([
  ["without a brand", { until: "" }, "noBrand"],
  ["with an end in the past", { "brand-belair": "yes", until: "2020-01-02T06:00" }, "past"],
  ["with an end that is no time", { "brand-belair": "yes", until: "tomorrow" }, "format"],
])("closes nothing %s", async (_case, form, why) => {
  const user = await signedIn(["operate"]);
  for (const act of ["preview", "close"])
    expect(await postMaintenance(user, { act, ...form })).toMatchObject({
      status: 400,
      data: { kind: "refused", why },
    });
  expect(await closedBrands(user)).toEqual([]);
});

test("A-372 refuses the maintenance page and its forms without the role to operate", async () => {
  const user = await signedIn(["look", "edit", "publish"]);
  expect(await maintenancePage(user)).toMatchObject({ kind: "noRole", goTo: "team" });
  await postMaintenance(user, { act: "close", "brand-belair": "yes" });
  expect(await closedBrands(await signedIn(["operate"]))).toEqual([]);
});

test("rejects a wrong secret, and answers 429 after ten", async () => {
  const user = newBrowser(["look"]);
  const guess = () => post(user, { act: "signIn", agentId: "lea", loginPassword: "a guess" });
  for (let count = 0; count < limits.agentSecretPair.limit; count++)
    expect(await guess()).toMatchObject({ status: 400, data: { refused: { id: "lea" } } });
  expect(await guess()).toMatchObject({ status: 429, data: { refused: { retryAt: expect.any(String) } } });
});

test("responds 404 where the insurer's staff has no pages", async () => {
  const user = createPortalUser(testApi);
  for (const handler of [loader, action])
    expect(await atPortal(user, handler as never, { path: "/team", form: { act: "signIn" } })).toMatchObject({
      status: 404,
      data: handler === loader ? { screenCode: roadblocks["not-found"].agentCode } : null,
    });
});

test("says that sign-in is unavailable while the API does not answer", async () => {
  const user = newBrowser(["look"]);
  user.requestContext.api.fetch = () => Promise.reject(new Error("unavailable"));
  expect(await open(user)).toMatchObject({ status: 503, page: { kind: "signIn", notice: "unavailable" } });
});

const follow = async (user: PortalUser, path: string): Promise<string> => {
  const openIdLoader = path.startsWith("/agent/callback") ? callbackLoader : signInLoader;
  const result = await atPortal(user, openIdLoader as never, { path });
  if (result.kind !== "redirected") throw new Error("a page was drawn");
  return result.to;
};

test.each([
  ["home", 200, [testRoles.publish]],
  ["noRole", 403, [testRoles.read]],
  ["signIn", 403, []],
] as const)("leads back from the OpenID provider to the team's page: %s", async (kind, status, roles) => {
  const user = newBrowser([]);
  user.requestContext.api.fetch = buildApi({
    ...testApi.deps,
    agentIdentity: openIdConnectProvider({
      issuer: provider.issuer,
      ...openIdClient,
      idClaim: "sub",
      roleClaim: "roles",
      roles: testRoles,
    }),
  }).fetch;
  provider.issueNext({ claims: { sub: "lea", roles } });
  const callback = provider.signIn(await follow(user, "/agent/sign-in?to=team"));
  expect(callback.pathname).toBe("/agent/callback");
  expect(await follow(user, `${callback.pathname}${callback.search}`)).toBe("/team");
  expect(await open(user)).toMatchObject({ status, page: { kind } });
});
