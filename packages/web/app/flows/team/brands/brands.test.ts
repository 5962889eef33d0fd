import { buildApi } from "@vestibule/api/build-api.ts";
import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import { parseEntryQuery } from "../../../request/entry-query.rule.ts";
import * as notFoundRoute from "../../not-found/not-found.screen.tsx";
import { action as signInAction } from "../home.route.tsx";
import * as brandRoute from "./brand.route.tsx";
import type { BrandView, VersionView } from "./brands-view.ts";
import { namedChanges, nameOfPlace } from "./change-name.server.ts";
import * as experimentRoute from "./experiment.route.tsx";
import * as filesRoute from "./files.route.tsx";
import * as hoursRoute from "./hours.route.tsx";
import { type HoursView, type SpecialDayFormView, weekQuery } from "./hours-view.ts";
import * as listRoute from "./list.route.tsx";
import * as lookRoute from "./look.route.tsx";
import * as sentenceRoute from "./sentence.route.tsx";
import { sentencesOf } from "./sentence.server.ts";
import * as specialDayRoute from "./special-day.route.tsx";
import * as telephoneRoute from "./telephone.route.tsx";
import * as versionRoute from "./version.route.tsx";
import * as weekRoute from "./week.route.tsx";
import { toCsv } from "./wording-table.rule.ts";
import { packFolder } from "./zip.rule.ts";

const secret = "the-secret-of-a-member-of-the-team";
const testApi = await openTestApi();
const roles = { edit: ["edit"], publish: ["publish"], look: ["look"] } as const satisfies Record<string, TeamRole[]>;
const agents = Object.fromEntries(Object.entries(roles).map(([id, list]) => [id, { secret, roles: [...list] }]));
const { fetch } = buildApi({ ...testApi.deps, agents });

async function signedIn(agentId: keyof typeof roles): Promise<PortalUser> {
  const user = createPortalUser(testApi, { language: "en" });
  user.requestContext.api.serviceCredential = "another-credential";
  user.requestContext.api.fetch = fetch;
  await atPortal(user, signInAction as never, {
    path: "/team",
    form: { act: "signIn", agentId, loginPassword: secret },
  });
  return user;
}

interface BrandsRoute {
  loader: unknown;
  action?: unknown;
}
/** The routes by what follows the brand in their path. */
const routes: Readonly<Record<string, BrandsRoute>> = {
  version: versionRoute,
  experiment: experimentRoute,
  sentence: sentenceRoute,
  files: filesRoute,
  telephone: telephoneRoute,
  hours: hoursRoute,
  look: lookRoute,
  week: weekRoute,
  "special-day": specialDayRoute,
};

function atBrands(user: PortalUser, path: string, form?: Record<string, string> | FormData) {
  const [brand = "", part = ""] = path.replace(/^\/team\/brands\/?|\?.*$/g, "").split("/");
  const route: BrandsRoute = part === "" ? (brand === "" ? listRoute : brandRoute) : (routes[part] ?? notFoundRoute);
  const handler = form === undefined ? route.loader : route.action;
  return atPortal<{ page: HoursView | SpecialDayFormView | BrandView }>(user, handler as never, {
    path,
    params: { brand },
    ...(form && { form }),
  });
}
const open = (user: PortalUser, path: string) => atBrands(user, path);
const post = atBrands;

test("drafts a sentence, has another member approve and publish it, and returns to the folder", async () => {
  const [editor, publisher] = [await signedIn("edit"), await signedIn("publish")];
  const found = await open(editor, "/team/brands/servus?words=mot de passe oublié");
  expect(found).toMatchObject({ data: { page: { kind: "brand", search: { found: expect.any(Array) } } } });
  const key = "login:title";
  expect(await open(editor, `/team/brands/servus/sentence?key=${key}`)).toMatchObject({
    data: { page: { kind: "sentence", basedOn: 0, sentence: { key, en: "Log in" } } },
  });
  const draft = { act: "save", basedOn: "0", key, english: "Come in", french: "Entrez", reason: "Shorter" };
  expect(await post(editor, "/team/brands/servus/sentence", draft)).toEqual({
    kind: "redirected",
    to: "/team/brands/servus/version?number=1",
  });
  const version = "/team/brands/servus/version?number=1";
  expect(await open(editor, version)).toMatchObject({ data: { page: { kind: "version", acts: [], isOwn: true } } });
  expect(await open(publisher, version)).toMatchObject({
    data: {
      page: {
        acts: ["approve"],
        changes: [
          { place: "wording.json en login:title", before: "Log in", after: "Come in" },
          { place: "wording.json fr login:title", before: "Ouvrir une session", after: "Entrez" },
        ],
      },
    },
  });
  expect(await post(publisher, version, { act: "approve", number: "1" })).toEqual({ kind: "redirected", to: version });
  expect(await open(publisher, version)).toMatchObject({ data: { page: { acts: ["publish"] } } });
  await post(publisher, version, { act: "publish", number: "1" });
  expect(await open(publisher, "/team/brands")).toMatchObject({
    data: {
      page: {
        kind: "brands",
        brands: expect.arrayContaining([expect.objectContaining({ published: "People see version 1." })]),
      },
    },
  });
  await post(publisher, "/team/brands/servus", { act: "folder" });
  expect(await open(publisher, version)).toMatchObject({ data: { page: { acts: ["rollBack"] } } });
});

test.each<Record<string, string>>([{}, { number: "" }, { number: "99" }, { number: "-1" }, { number: "99999999999" }])(
  "refuses to approve, publish, plan or try the version of %o, and leaves what people see",
  async (number) => {
    const publisher = await signedIn("publish");
    const refused = { status: 409, data: { refused: { refusal: "other" } } };
    for (const act of ["approve", "publish", "plan"]) {
      const form = { act, at: "2030-01-01T10:00", ...number };
      expect(await post(publisher, "/team/brands/scotia/version?number=1", form), act).toMatchObject(refused);
    }
    const started = { act: "start", share: "10", ...number };
    expect(await post(publisher, "/team/brands/scotia/experiment", started)).toMatchObject(refused);
    expect(await open(publisher, "/team/brands/scotia")).toMatchObject({
      data: { page: { versions: [], brand: { published: "People see the brand as its folder has it." } } },
    });
  },
);

test("keeps what was typed and says why, for a number that the check refuses and for a draft that came second", async () => {
  const editor = await signedIn("edit");
  const form = { act: "save", basedOn: "0", number: "12", reason: "A new number" };
  expect(await post(editor, "/team/brands/bna/telephone", form)).toMatchObject({
    status: 400,
    data: {
      refused: {
        values: { number: "12" },
        reasons: [{ field: "number", text: expect.stringContaining("514-555-0123") }],
      },
    },
  });
  const valid = { ...form, number: "1-833-555-0123" };
  expect(await post(editor, "/team/brands/bna/telephone", valid)).toMatchObject({ kind: "redirected" });
  expect(await post(editor, "/team/brands/bna/telephone", valid)).toMatchObject({
    status: 409,
    data: {
      refused: {
        refusal: "basedOn",
        values: { number: valid.number, basedOn: "0" },
        others: { number: 1, changes: [{ place: "brand.json telephone customer default", after: "1-833-555-0123" }] },
      },
    },
  });
});

test("names a colour with too little contrast by the label of its field", async () => {
  const editor = await signedIn("edit");
  const values = { scheme: "dark", ink: "--text-quiet", ground: "--surface", ratio: "2", needed: "4.5" };
  const fault = { file: "tokens.css", location: "dark --text-quiet", reason: "", code: "contrast" } as const;
  const found = { ...fault, values: { ...values, token: "--text-quiet", colour: "#999999" } };
  editor.requestContext.screens = { check: async () => [found] } as never;
  const form = { act: "save", basedOn: "0", "dark--text-quiet": "#333333", reason: "Calmer" };
  expect(await post(editor, "/team/brands/scotia/look", form)).toMatchObject({
    data: {
      refused: {
        reasons: [
          {
            field: "dark--text-quiet",
            text: "On “Page, dark” the contrast is 2, and 4.5 is needed. Change “Quiet text, dark” to #999999, for example.",
          },
        ],
      },
    },
  });
});

test("names of the contrasts that one colour mends the lowest alone", async () => {
  const editor = await signedIn("edit");
  const faultOn = (ground: string, ratio: string) => ({
    ...{ file: "tokens.css", location: "light --action", reason: "", code: "contrast" },
    values: { scheme: "light", ink: "--action", ground, ratio, needed: "4.5", token: "--action", colour: "#407270" },
  });
  const faults = [
    faultOn("--surface", "2.15"),
    faultOn("--surface-sunken", "1.95"),
    faultOn("--surface-raised", "2.3"),
  ];
  editor.requestContext.screens = { check: async () => faults } as never;
  const form = { act: "save", basedOn: "0", "light--action": "#7fb3b0", reason: "Calmer" };
  const { data } = (await post(editor, "/team/brands/scotia/look", form)) as never as {
    data: { refused: { reasons: { text: string }[] } };
  };
  expect(data.refused.reasons.map(({ text }) => text)).toEqual([expect.stringContaining("the contrast is 1.95")]);
});

test("says in words that hours are closed and that something is offered", async () => {
  const { requestContext } = createPortalUser(testApi, { language: "en" });
  const changes = [
    { place: "brand.json openingHours qc sunday", before: undefined, after: "null" },
    { place: "brand.json chat enabled", before: "true", after: "false" },
    { place: "wording.json en login:title", before: "null", after: "true" },
  ];
  expect(namedChanges(requestContext, changes).map(({ before, after }) => [before, after])).toEqual([
    [undefined, "closed"],
    ["yes", "no"],
    ["null", "true"],
  ]);
});

test("refuses a file that is larger than any brand's before it is checked", async () => {
  const editor = await signedIn("edit");
  editor.requestContext.screens = { check: () => expect.unreachable() } as never;
  const form = new FormData();
  for (const [name, value] of Object.entries({ act: "folder", reason: "From legal" })) form.set(name, value);
  const folder = packFolder("scotia", {
    "wording.json": JSON.stringify({ en: { "login:title": "A".repeat(5_000_000) } }),
  });
  form.set("file", new File([folder], "scotia.zip", { type: "application/zip" }));
  expect(await post(editor, "/team/brands/scotia/files", form)).toMatchObject({
    status: 413,
    data: { refused: { refusal: "tooLarge" } },
  });
});

test("names both languages of a changed sentence together, that of the page first, and nothing that stays", async () => {
  const { requestContext } = await signedIn("edit");
  const [title, submit] = ["login:title", "login:submit"];
  const changes = [
    { place: `wording.json en ${title}`, before: undefined, after: "Enter" },
    { place: `wording.json en ${submit}`, before: undefined, after: "Log in" },
    { place: `wording.json fr ${title}`, before: undefined, after: "Entrer" },
    { place: `wording.json fr ${submit}`, before: undefined, after: "Allez-y" },
  ];
  const placesIn = (language: "en" | "fr") =>
    namedChanges({ ...requestContext, language }, changes).map(({ place }) => place);
  expect(placesIn("fr")).toEqual([`wording.json fr ${title}`, `wording.json en ${title}`, `wording.json fr ${submit}`]);
  expect(placesIn("en")).toEqual([`wording.json en ${title}`, `wording.json fr ${title}`, `wording.json fr ${submit}`]);
});

test("changes the number of a province, says beside its field what is wrong, and takes it away", async () => {
  const editor = await signedIn("edit");
  const path = "/team/brands/bna/telephone";
  const [province] = Object.keys(testApi.deps.brands.byId("bna")?.provinces ?? {});
  const field = `number-${province}`;
  const valid = { act: "save", basedOn: "1", number: "1-833-555-0123", [field]: "1-833-555-0177", reason: "One more" };
  expect(await post(editor, path, { ...valid, [field]: "12" })).toMatchObject({
    data: { refused: { reasons: [{ field }] } },
  });
  expect(await post(editor, path, valid)).toMatchObject({ kind: "redirected" });
  const shown = async () => JSON.stringify(await open(editor, path));
  expect(await shown()).toContain("1-833-555-0177");
  expect(await post(editor, path, { ...valid, basedOn: "2", [field]: "" })).toMatchObject({ kind: "redirected" });
  expect(await shown()).not.toContain("1-833-555-0177");
});

test("A-371 offers no change to a member who only looks, and refuses one that is sent", async () => {
  const member = await signedIn("look");
  const result = await open(member, "/team/brands/intact/telephone");
  expect(result).toMatchObject({ data: { page: { kind: "brand", canReturnToFolder: false } } });
  expect(result).not.toHaveProperty("data.page.search");
  const form = { act: "save", basedOn: "0", number: "1-833-555-0123", reason: "A new number" };
  expect(await post(member, "/team/brands/intact/telephone", form)).toMatchObject({
    status: 403,
    data: { refused: { refusal: "role" } },
  });
});

const drafted = { kind: "redirected", to: expect.stringMatching(/version\?number=\d+$/) };

test("changes the hours of a line in the chosen provinces, with a closed day, and takes them away", async () => {
  const editor = await signedIn("edit");
  expect(await open(editor, `/team/brands/intact/week${weekQuery("telephone", "qc")}`)).toMatchObject({
    data: { page: { kind: "week", week: { saturday: { opens: "09:00", closes: "17:00" }, sunday: { opens: "" } } } },
  });
  const form = {
    act: "save",
    basedOn: "0",
    line: "telephone",
    isGiven: "yes",
    reason: "Shorter Saturdays",
    "province-qc": "yes",
    "province-on": "yes",
    weekdaysOpens: "08:00",
    weekdaysCloses: "18:00",
    saturdayOpens: "",
    saturdayCloses: "",
  };
  const path = "/team/brands/intact/week";
  expect(
    await post(editor, path, { ...form, weekdaysOpens: "8", saturdayOpens: "17:00", saturdayCloses: "09:00" }),
  ).toMatchObject({
    status: 400,
    data: {
      refused: {
        reasons: expect.arrayContaining([
          {
            field: "weekdaysOpens",
            name: expect.stringMatching(/^Telephone, \w+, Monday to Friday: opens$/),
            text: "Enter 08:30 or another time in this form.",
          },
          expect.objectContaining({ field: "saturdayOpens" }),
        ]),
      },
    },
  });
  // As people write times in French.
  const written = { weekdaysOpens: "8 h", weekdaysCloses: "18h00" };
  expect(await post(editor, path, { ...form, ...written })).toMatchObject(drafted);
  const hours = async () => {
    const result = await open(editor, "/team/brands/intact/hours");
    if (result.kind !== "rendered" || result.data.page.kind !== "hours") throw new Error("no page of hours");
    return Object.fromEntries(result.data.page.lines[0]?.provinces.map(({ id, hours }) => [id, hours]) ?? []);
  };
  const closed = ["Monday to Friday: 8\u00a0a.m. to 6\u00a0p.m.", "Saturday: closed.", "Sunday: closed."];
  expect(await hours()).toMatchObject({
    qc: closed,
    on: closed,
    ab: [expect.anything(), expect.stringContaining("9"), expect.anything()],
  });
  const { isGiven: _given, "province-on": _on, ...removal } = form;
  expect(await post(editor, path, { ...removal, basedOn: "1" })).toMatchObject(drafted);
  expect(await hours()).toMatchObject({ qc: [], on: closed });
  const isGivenIn = async (province: "qc" | "on") => {
    const result = await open(editor, `/team/brands/intact/week${weekQuery("telephone", province)}`);
    return result.kind === "rendered" && "isGiven" in result.data.page && result.data.page.isGiven;
  };
  expect([await isGivenIn("qc"), await isGivenIn("on")]).toEqual([false, true]);
});

test("leaves the member's own province and language where the hours of another province open", () => {
  expect(parseEntryQuery(new URL(`https://portal.example/week${weekQuery("telephone", "bc")}`))).toEqual({});
});

test("adds, changes and removes a special day, and says what the check refuses beside its field", async () => {
  const editor = await signedIn("edit");
  const path = "/team/brands/scotia/special-day";
  expect(await open(editor, path)).toMatchObject({ data: { page: { kind: "specialDay", isNew: true, index: 0 } } });
  const page = await open(editor, path);
  if (page.kind !== "rendered" || page.data.page.kind !== "specialDay") throw new Error("no form");
  const everywhere = Object.fromEntries(page.data.page.provinces.map(({ id }) => [`province-${id}`, "yes"]));
  const form = {
    act: "save",
    basedOn: "0",
    index: "0",
    date: "12-24",
    reason: "We close early",
    ...everywhere,
    english: "Christmas Eve",
    french: "Veille de Noël",
    telephoneHours: "changed",
    telephoneOpens: "",
    telephoneCloses: "16:00",
    chatHours: "same",
  };
  const wrong = { ...form, date: "12-32", french: "", telephoneOpens: "9", "province-on": "yes" };
  const refused = await post(editor, path, wrong);
  expect(refused).toMatchObject({ status: 400 });
  for (const field of ["date", "french", "telephoneOpens"])
    expect(refused).toMatchObject({
      data: { refused: { reasons: expect.arrayContaining([expect.objectContaining({ field })]) } },
    });
  expect(await post(editor, path, form)).toMatchObject(drafted);
  expect(await open(editor, "/team/brands/scotia/hours")).toMatchObject({
    data: {
      page: { specialDays: [{ index: 0, date: "12-24", name: "Christmas Eve", facts: ["closes at 4\u00a0p.m."] }] },
    },
  });
  const closed = {
    ...form,
    basedOn: "1",
    telephoneHours: "closed",
    chatHours: "changed",
    chatOpens: "10:00",
    chatCloses: "12:00",
  };
  expect(await post(editor, path, closed)).toMatchObject(drafted);
  expect(await open(editor, `${path}?index=0`)).toMatchObject({
    data: { page: { isNew: false, telephone: { kind: "closed" }, chat: { kind: "changed", opens: "10:00" } } },
  });
  expect(await post(editor, path, { ...closed, basedOn: "2", remove: "yes" })).toMatchObject(drafted);
  expect(await open(editor, "/team/brands/scotia/hours")).toMatchObject({ data: { page: { specialDays: [] } } });
});

test("names the earlier versions that a version includes and people do not see", async () => {
  const [editor, publisher] = [await signedIn("edit"), await signedIn("publish")];
  const includedIn = async (number: number) => {
    const version = await open(publisher, `/team/brands/scotia/version?number=${number}`);
    return (version as unknown as { data: { page: VersionView } }).data.page.includes;
  };
  for (const basedOn of ["0", "1", "2"]) {
    const sentence = {
      key: "login:title",
      english: `Come in ${basedOn}`,
      french: `Entrez ${basedOn}`,
      reason: "Short",
    };
    await post(editor, "/team/brands/scotia/sentence", { act: "save", basedOn, ...sentence });
  }
  expect([await includedIn(1), await includedIn(2), await includedIn(3)]).toEqual([[], [1], [1, 2]]);
  for (const act of ["approve", "publish"])
    await post(publisher, "/team/brands/scotia/version?number=1", { act, number: "1" });
  expect([await includedIn(2), await includedIn(3)]).toEqual([[], [2]]);
  // After a return to the folder, the next version brings back what it was drafted on.
  await post(publisher, "/team/brands/scotia", { act: "folder" });
  expect(await includedIn(2)).toEqual([1]);
});

test("says of an approved version that people see it as part of a later one", async () => {
  const [editor, publisher] = [await signedIn("edit"), await signedIn("publish")];
  const path = "/team/brands/intact";
  for (const number of ["1", "2"]) {
    const sentence = { key: "login:title", english: `Come in ${number}`, french: `Entrez ${number}`, reason: "Short" };
    await post(editor, `${path}/sentence`, { act: "save", basedOn: `${Number(number) - 1}`, ...sentence });
    await post(publisher, `${path}/version?number=${number}`, { act: "approve", number });
  }
  const listed = (list: string[]) => ({ data: { page: { versions: list.map((state) => ({ state })) } } });
  expect(await open(publisher, path)).toMatchObject(listed(["approved", "approved"]));

  await post(publisher, `${path}/version?number=2`, { act: "publish", number: "2" });

  expect(await open(publisher, path)).toMatchObject(
    listed(["people see it now", "people see it as part of version 2"]),
  );
  expect(await open(publisher, `${path}/version?number=1`)).toMatchObject({ data: { page: { acts: ["rollBack"] } } });
});

test.each([
  ["wording.json fr login:title", "Sentence in French"],
  ["tokens.css dark --action", "Buttons and links, dark"],
  ["brand.json telephone customer default", "Number for customers"],
  ["brand.json telephone customer provinces qc", "Number for customers, Quebec"],
  ["brand.json openingHours qc saturday closes", "Telephone, Quebec, Saturday: closes"],
  ["brand.json chat hours on sunday", "Chat, Ontario, Sunday"],
  ["brand.json specialDays 0 name fr", "Special days, French"],
  ["brand.json passwordPolicy minLength", "Characters at least"],
  ["brand.json hosts 0", undefined],
  ["wordmark.svg", undefined],
])("names what %s holds as its form does, and nothing that has no form", (place, name) => {
  expect(nameOfPlace(createPortalUser(testApi, { language: "en" }).requestContext, place)).toBe(name);
});

test("publishes at a time of the brand's own zone, says when, and cancels it", async () => {
  const [editor, publisher] = [await signedIn("edit"), await signedIn("publish")];
  const [path, version] = ["/team/brands/belair/telephone", "/team/brands/belair/version?number=1"];
  await post(editor, path, { act: "save", basedOn: "0", number: "1-833-555-0199", reason: "A new number" });
  await post(publisher, version, { act: "approve", number: "1" });
  const plan = (at: string) => post(publisher, version, { act: "plan", number: "1", at });
  expect(await plan("tomorrow")).toMatchObject({ status: 400, data: { refused: { refusal: "atFormat" } } });
  expect(await plan("2020-01-02T06:00")).toMatchObject({ status: 409, data: { refused: { refusal: "atPast" } } });
  expect(await plan("2099-01-02T06:00")).toEqual({ kind: "redirected", to: version });
  const planned = await open(publisher, version);
  expect(planned).toMatchObject({ data: { page: { acts: ["publish", "cancel"], planZone: "Eastern Time" } } });
  expect(JSON.stringify(planned)).toMatch(/Will be published: January.2, 2099, 6.a\.m\. \(Eastern Time\)/);
  expect(await open(publisher, "/team/brands")).toMatchObject({
    data: {
      page: {
        brands: expect.arrayContaining([
          expect.objectContaining({ id: "belair", planned: expect.objectContaining({ number: 1 }) }),
        ]),
      },
    },
  });
  expect(await post(publisher, version, { act: "cancel", number: "1" })).toMatchObject({ kind: "redirected" });
  expect(await open(publisher, version)).toMatchObject({ data: { page: { acts: ["publish"] } } });
});

test("drafts one plural form of a sentence on its page and in a file, and says by row what the file has wrong", async () => {
  const editor = await signedIn("edit");
  const [one, other] = ["forms:summary.title_one", "forms:summary.title_other"];
  const path = `/team/brands/belair/sentence?key=${one}`;
  const form = await open(editor, path);
  expect(form).toMatchObject({
    data: {
      page: {
        sentence: { key: one, en: "There is one thing to fix" },
        placeholders: ["count"],
        plural: { form: "one", otherKey: other },
      },
    },
  });
  const basedOn = form.kind === "rendered" && "basedOn" in form.data.page ? form.data.page.basedOn : -1;
  const version = (number: number) => `/team/brands/belair/version?number=${number}`;
  const draft = {
    act: "save",
    basedOn: String(basedOn),
    key: one,
    english: "Fix one thing",
    french: "Un point",
    reason: "Shorter",
  };
  expect(await post(editor, path, draft)).toMatchObject({ to: version(basedOn + 1) });
  expect(await open(editor, version(basedOn + 1))).toMatchObject({
    data: {
      page: {
        changes: [
          { place: `wording.json en ${one}`, before: "There is one thing to fix", after: "Fix one thing" },
          { place: `wording.json fr ${one}`, before: "Il y a un point à corriger", after: "Un point" },
        ],
      },
    },
  });
  const returned = (english: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ act: "wording", reason: "From legal" })) form.set(name, value);
    const rows = ["key,English,Français,version", `${other},${english},Corrigez {count} points,${basedOn + 1}`];
    form.set("file", new File([rows.join("\n")], "sentences.csv", { type: "text/csv" }));
    return post(editor, "/team/brands/belair/files", form);
  };
  expect(await returned("Fix {number} things")).toMatchObject({
    status: 400,
    data: {
      refused: { reasons: [{ text: expect.stringMatching(/^Row 2, forms:summary\.title_other, English: ./) }] },
    },
  });
  expect(await returned("Fix {count} things")).toMatchObject({ to: version(basedOn + 2) });
  expect(await open(editor, `/team/brands/belair/sentence?key=${other}`)).toMatchObject({
    data: {
      page: { sentence: { en: "Fix {count} things", fr: "Corrigez {count} points" }, plural: { form: "other" } },
    },
  });
  expect(await open(editor, "/team/brands/belair/sentence?key=forms:summary.title")).toMatchObject({ status: 404 });
});

test("says that the service is unavailable, and keeps what was typed to be sent again", async () => {
  const editor = await signedIn("edit");
  const whole = editor.requestContext.api.fetch;
  const form = { act: "save", basedOn: "0", number: "1-833-555-0123", reason: "A new number" };
  const refused = { status: 503, data: { refused: { values: form, refusal: "unavailable", reasons: [] } } };
  editor.requestContext.api.fetch = async (request) =>
    request.method === "POST" ? new Response(null, { status: 503 }) : whole(request);
  expect(await post(editor, "/team/brands/intact/telephone", form)).toMatchObject(refused);
  editor.requestContext.api.fetch = () => Promise.reject(new Error("unavailable"));
  expect(await post(editor, "/team/brands/intact/telephone", form)).toMatchObject(refused);
  expect(await open(editor, "/team/brands/intact/telephone")).toMatchObject({
    status: 503,
    data: { page: { kind: "unavailable" } },
  });
});

test("publishes nothing for a form that is unknown", async () => {
  const publisher = await signedIn("publish");
  for (const [path, act] of [
    ["/team/brands/servus", ""],
    ["/team/brands/servus/version", "save"],
  ] as const)
    expect(await post(publisher, path, { act, number: "" })).toMatchObject({ status: 404 });
});

test.each(["/team/brands/unknown", "/team/brands/intact/version?number=77", "/team/brands/intact/nothing"])(
  "responds 404 at %s",
  async (path) => {
    expect(await open(await signedIn("look"), path)).toMatchObject({ status: 404 });
  },
);

test("leads a person who is not logged in to the first page of the team", async () => {
  const user = createPortalUser(testApi);
  user.requestContext.api.serviceCredential = "another-credential";
  user.requestContext.api.fetch = fetch;
  expect(await open(user, "/team/brands")).toEqual({ kind: "redirected", to: "/team" });
});

test("takes a file that changes every sentence, and lists no more of its faults than anyone mends at once", async () => {
  const editor = await signedIn("edit");
  const opened = await open(editor, "/team/brands/scotia");
  const basedOn = opened.kind === "rendered" && "versions" in opened.data.page ? opened.data.page.versions.length : -1;
  const rows = sentencesOf({}).map(({ key, en, fr }) => ({
    ...{ key, en: `${en} `.replace(/[.!?]? $/, " ·"), fr: `${fr} `.replace(/[.!?]? $/, " ·") },
    ...{ url: "", limits: "", version: String(basedOn) },
  }));
  const returned = (some: typeof rows) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ act: "wording", reason: "From legal" })) form.set(name, value);
    form.set("file", new File([toCsv(some, "en")], "sentences.csv", { type: "text/csv" }));
    return post(editor, "/team/brands/scotia/files", form);
  };
  const unknown = rows.map((row) => ({ ...row, key: `${row.key}.noSuch` }));
  expect(await returned(unknown)).toMatchObject({ status: 400, data: { refused: { moreReasons: rows.length - 50 } } });
  // Sentences about signs, and one whose languages fill in different words.
  const isRefused = ({ key }: { key: string }) => /special$|people_one$/.test(key);
  expect(await returned(rows.filter((row) => !isRefused(row)))).toMatchObject({ kind: "redirected" });
});

test("says that a file of every sentence as it is changes nothing", async () => {
  const editor = await signedIn("edit");
  const rows = sentencesOf({}).map((row) => ({ ...row, url: "", limits: "", version: "0" }));
  const form = new FormData();
  for (const [name, value] of Object.entries({ act: "wording", reason: "From legal" })) form.set(name, value);
  form.set("file", new File([toCsv(rows, "fr")], "sentences.csv", { type: "text/csv" }));
  expect(await post(editor, "/team/brands/bna/files", form)).toMatchObject({
    status: 400,
    data: { refused: { refusal: "noChange" } },
  });
});

test("says that a file is of a version that the brand does not have", async () => {
  const editor = await signedIn("edit");
  const rows = sentencesOf({}).map((row) => ({ ...row, url: "", limits: "", version: "999" }));
  const form = new FormData();
  for (const [name, value] of Object.entries({ act: "wording", reason: "From legal" })) form.set(name, value);
  form.set("file", new File([toCsv(rows, "en")], "sentences.csv", { type: "text/csv" }));
  expect(await post(editor, "/team/brands/bna/files", form)).toMatchObject({
    status: 400,
    data: { refused: { refusal: "unknownVersion" } },
  });
});
