import { buildApi } from "@vestibule/api/build-api.ts";
import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import { brandVersionEndpoints } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import type { BrandPicture, BrandScreens } from "../../../request/brand-screens.port.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { staffApi } from "../../../staff/agent-session.server.ts";
import { agentSlice } from "../../../staff/session-slice.server.ts";
import { action as explainAction } from "../explain.route.tsx";
import { action as signInAction } from "../home.route.tsx";
import { loader as brandLoader } from "./brand.route.tsx";
import type { ExperimentView, SentenceSearch, VersionView } from "./brands-view.ts";
import { loader as experimentLoader } from "./experiment.route.tsx";
import { loader as pictureLoader } from "./picture.route.ts";
import { loader as screenLoader } from "./screen.route.tsx";
import { action, loader } from "./sentence.route.tsx";
import { action as telephoneAction } from "./telephone.route.tsx";
import { loader as versionLoader } from "./version.route.tsx";
import { action as weekAction } from "./week.route.tsx";

const secret = "the-secret-of-a-member-of-the-team";
const testApi = await openTestApi();
const roles = { edit: ["edit"], publish: ["publish"], operate: ["operate"], act: ["act"] } as const;
const agents = Object.fromEntries(Object.entries(roles).map(([id, list]) => [id, { secret, roles: [...list] }]));
const { fetch } = buildApi({
  ...testApi.deps,
  agents: agents as Record<string, { secret: string; roles: TeamRole[] }>,
});

const drawn: BrandPicture[] = [];
const screens: BrandScreens = {
  check: async (_brand, files) =>
    files["wording.json"]?.includes("{time}")
      ? [
          {
            file: "wording.json",
            location: 'fr["login:title"]',
            reason: "{time} is not known in this sentence",
            code: "placeholder",
            values: { placeholder: "{time}" },
          },
        ]
      : [],
  find: async () => ["login", "reset"],
  findOfJourneys: async (places) => (places.length === 0 ? [] : ["reset"]),
  isOfJourney: async (screen) => screen === "reset",
  titles: async () => ["login", "reset"].map((id) => ({ id, title: `Screen ${id}` })),
  title: async (screen) => `Screen ${screen}`,
  sentencesOf: async (screen) => (screen === "login" ? ["login:title", "login:submit"] : []),
  draw: async (picture) => {
    drawn.push(picture);
    return `<p>${picture.screen}</p>`;
  },
};

async function signedIn(agentId: keyof typeof roles | undefined): Promise<PortalUser> {
  const user = createPortalUser(testApi, { language: "en" });
  Object.assign(user.requestContext, { screens });
  user.requestContext.api.serviceCredential = "another-credential";
  user.requestContext.api.fetch = fetch;
  const form = { act: "signIn", agentId: agentId ?? "", loginPassword: secret };
  if (agentId !== undefined) await atPortal(user, signInAction as never, { path: "/team", form });
  return user;
}

const ofFrame = { "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" };

async function openPicture(user: PortalUser, query: Record<string, string>, headers: Record<string, string> = ofFrame) {
  const url = new URL(`/team/brands/servus/picture?${new URLSearchParams(query)}`, user.requestContext.origin);
  const context = new RouterContextProvider();
  context.set(requestContextKey, user.requestContext);
  const request = new Request(url, { headers });
  return pictureLoader({ request, url, context, params: { brand: "servus" } } as never);
}

const picture = { version: "0", screen: "login", in: "fr" };

test("draws a picture with what a form would change, which is saved nowhere", async () => {
  const editor = await signedIn("edit");
  const typed = { part: "sentence", key: "login:title", english: "Come in", french: "Entrez" };
  const response = await openPicture(editor, { ...picture, ...typed });
  expect([response.status, await response.text()]).toEqual([200, "<p>login</p>"]);
  expect(drawn.at(-1)).toMatchObject({ brandId: "servus", language: "fr" });
  expect(JSON.parse(drawn.at(-1)?.files["wording.json"] ?? "").fr["login:title"]).toBe("Entrez");
  const before = await openPicture(editor, picture);
  expect(before.status).toBe(200);
  expect(drawn.at(-1)?.files["wording.json"]).not.toContain("Entrez");
});

test("draws a picture with the telephone number of its form", async () => {
  const editor = await signedIn("edit");
  const path = "/team/brands/servus/telephone";
  const values = { basedOn: "0", number: "1-833-555-0177", reason: "" };
  const sent = await atPortal(editor, telephoneAction as never, {
    path,
    params: { brand: "servus" },
    form: { act: "look", ...values },
  });
  const { after } = (sent as { data: { previewed: { pictures: { after: Record<string, string> } } } }).data.previewed
    .pictures;
  expect((await openPicture(editor, { ...picture, ...after })).status).toBe(200);
  expect(drawn.at(-1)?.files["brand.json"]).toContain("1-833-555-0177");
});

test.each([
  ["a link", { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" }],
  ["a frame of another site", { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" }],
  ["a browser that does not say", {}],
])("A-373 refuses a picture to %s", async (_who, headers) => {
  expect((await openPicture(await signedIn("edit"), picture, headers)).status).toBe(404);
});

test("A-374 refuses a picture without a role at the team's page", async () => {
  for (const agentId of [undefined, "act"] as const)
    expect((await openPicture(await signedIn(agentId), picture)).status, agentId).toBe(404);
});

test("shows a screen as people see it now to any member, and no page for another brand", async () => {
  const publisher = await signedIn("publish");
  const openScreen = (brand: string) =>
    atPortal(publisher, screenLoader as never, {
      path: `/team/brands/${brand}/screen?screen=login&at=on`,
      params: { brand },
    });
  expect(await openScreen("servus")).toMatchObject({
    data: { page: { screen: { id: "login", title: "Screen login" }, pictures: { after: { version: "0", at: "on" } } } },
  });
  expect(await openScreen("unknown")).not.toMatchObject({ data: { page: { kind: "screen" } } });
});

test("leads from an ending of a registration to the screen that shows it", async () => {
  const member = await signedIn("operate");
  const form = { act: "imagined", brand: "servus", province: "on", role: "40", "has-email": "yes" };
  const explained = await atPortal(member, explainAction as never, { path: "/team/explain", form });
  const screen = { title: "Screen login", to: "/team/brands/servus/screen?screen=login&at=on" };
  expect(explained).toMatchObject({
    data: { cases: [{ lines: expect.arrayContaining([{ text: expect.anything(), screen }]) }] },
  });
});

test("shows the screens beside a form, and those with the change before it is saved", async () => {
  const editor = await signedIn("edit");
  const at = { path: "/team/brands/servus/sentence?key=login:title", params: { brand: "servus" } };
  const opened = await atPortal(editor, loader as never, at);
  expect(opened).toMatchObject({
    data: {
      page: {
        formPictures: { screens: [{ id: "login", title: "Screen login" }, { id: "reset" }], after: { version: "0" } },
      },
    },
  });
  const form = { act: "look", basedOn: "0", key: "login:title", english: "Come in", french: "Entrez", reason: "" };
  expect(await atPortal(editor, action as never, { ...at, form })).toMatchObject({
    data: {
      previewed: {
        pictures: { after: { version: "0", part: "sentence", french: "Entrez" }, before: { version: "0" } },
      },
    },
  });
  const refused = await atPortal(editor, action as never, {
    ...at,
    form: { ...form, french: "À {time}" },
  });
  expect(refused).toMatchObject({
    data: { refused: { reasons: [{ field: "french", text: "{time} is not filled in here." }] } },
  });
});

test("a saved draft lists the screens that its approver opens", async () => {
  const editor = await signedIn("edit");
  const at = { path: "/team/brands/servus/sentence?key=login:title", params: { brand: "servus" } };
  const form = { act: "save", basedOn: "0", key: "login:title", english: "Come in", french: "Entrez", reason: "Short" };
  expect(await atPortal(editor, action as never, { ...at, form })).toMatchObject({ kind: "redirected" });
  const member = await signedIn("publish");
  const version = await atPortal(member, versionLoader as never, {
    ...at,
    path: "/team/brands/servus/version?number=1",
  });
  expect(version).toMatchObject({ data: { page: { screens: [{ id: "login" }, { id: "reset" }] } } });
});

test("says before an experiment which screens of the version, compared with the published one, it shows", async () => {
  const editor = await signedIn("edit");
  const member = await signedIn("publish");
  const at = (path: string) => ({ path: `/team/brands/belair/${path}`, params: { brand: "belair" } });
  const save = (action: unknown, path: string, form: Record<string, string>) =>
    atPortal(editor, action as never, { ...at(path), form: { act: "save", reason: "Short", ...form } });
  await save(action, "sentence", { basedOn: "0", key: "login:title", english: "Come in", french: "Entrez" });
  await save(weekAction, "week", {
    basedOn: "1",
    line: "telephone",
    "province-qc": "yes",
    isGiven: "yes",
    weekdaysOpens: "08:00",
    weekdaysCloses: "18:00",
  });
  const api = staffApi(
    member.requestContext,
    { slice: member.requestContext.session.get(agentSlice) as never },
    brandVersionEndpoints,
  );
  for (const number of ["1", "2"]) {
    for (const screen of ["login", "reset"]) await api.view("belair", number, { screen });
    expect(await api.approve("belair", number), number).toMatchObject({ kind: "ok" });
  }
  const tried = async (number: number) => {
    const page = await atPortal(member, experimentLoader as never, at(`experiment?number=${number}`));
    return (page as { data: { page: ExperimentView } }).data.page.tried;
  };
  const sentence = { canStart: true, shown: [{ id: "reset" }], notShown: [{ id: "login" }] };
  expect(await tried(1)).toMatchObject(sentence);
  // The second version includes the sentence of the first, which people do not see.
  expect(await tried(2)).toMatchObject(sentence);
  await api.publish("belair", { number: 1 });
  expect(await tried(2)).toMatchObject({ canStart: false, shown: [], notShown: [{ id: "login" }] });
});

test("A-411 counts a screen as seen only where the browser shows its page", async () => {
  const editor = await signedIn("edit");
  const member = await signedIn("publish");
  const at = (path: string) => ({ path: `/team/brands/bna/${path}`, params: { brand: "bna" } });
  const form = { act: "save", basedOn: "0", key: "login:title", english: "Come in", french: "Entrez", reason: "Short" };
  await atPortal(editor, action as never, { ...at("sentence?key=login:title"), form });
  const screens = async () => {
    const version = await atPortal(member, versionLoader as never, at("version?number=1"));
    return (version as { data: { page: VersionView } }).data.page.screens.map(({ isSeen }) => isSeen);
  };
  const openScreen = (headers: Record<string, string>) =>
    atPortal(member, screenLoader as never, { ...at("screen?number=1&screen=login"), headers });
  const ahead = [{ "sec-purpose": "prefetch;prerender" }, { purpose: "prefetch" }, { "x-moz": "prefetch" }];
  const elsewhere = ["iframe", "image", "script"].map((use) => ({ "sec-fetch-dest": use }));
  for (const headers of [...ahead, ...elsewhere])
    expect(await openScreen(headers as Record<string, string>)).toMatchObject({ data: { page: { kind: "screen" } } });
  expect(await screens()).toEqual([false, false]);
  await openScreen({ "sec-fetch-dest": "document" });
  expect(await screens()).toEqual([true, false]);
});

async function searched(query: Record<string, string>): Promise<SentenceSearch> {
  const path = `/team/brands/servus?${new URLSearchParams(query)}`;
  const editor = await signedIn("edit");
  const opened = await atPortal(editor, brandLoader as never, { path, params: { brand: "servus" } });
  return (opened as { data: { page: { search: SentenceSearch } } }).data.page.search;
}

test("finds a sentence by words as a keyboard types them", async () => {
  for (const words of ["Besoin d'aide", "besoin d’AIDE", "deja un compte", "{brand} : visiter notre site"])
    expect((await searched({ words })).count, words).toBeGreaterThan(0);
});

test("counts every sentence that a search finds, and lists the first", async () => {
  const { found, count } = await searched({ words: "the" });
  expect(found).toHaveLength(30);
  expect(count).toBeGreaterThan(30);
});

test("finds the sentences of a screen by its title, by a part of it, and by words on it", async () => {
  const onLogin = await searched({ screen: "screen LOGIN" });
  expect(onLogin).toMatchObject({ screen: "Screen login", titles: ["Screen login", "Screen reset"] });
  expect(onLogin.found.map(({ key }) => key)).toEqual(["login:title", "login:submit"]);
  expect(await searched({ screen: "screen" })).toMatchObject({ matching: ["Screen login", "Screen reset"], found: [] });
  expect(await searched({ screen: "no such" })).toMatchObject({ matching: [], found: [] });
  const [title] = onLogin.found;
  const both = await searched({ screen: "login", words: title?.en ?? "" });
  expect(both.found.map(({ key }) => key)).toContain("login:title");
  expect((await searched({})).found).toEqual([]);
});
