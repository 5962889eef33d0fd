import { type TeamRole, teamRoles } from "@vestibule/catalogue/team.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { brandVersionEndpoints, publishedBrandEndpoints } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { openTeam } from "../../../../../test/team.ts";
import type { BrandFilesPort } from "../../brands/brand-files.port.ts";
import { type LoadFailure, saveLoadFailures } from "../../brands/brand-version.store.ts";

const testApi = await openTestApi();
const members = {
  edit: ["edit"],
  publish: ["publish"],
  both: ["edit", "publish"],
  Both: ["publish"],
  look: ["look"],
  act: ["act"],
} as const;
const { settings, service, member } = openTeam(testApi.deps, members);
const team = createClient(brandVersionEndpoints, settings);
const servers = createClient(publishedBrandEndpoints, settings);

type Document = Record<string, unknown> & { telephone: Record<string, unknown> };

/** A JSON file of a brand's newest version after a change. */
async function changedFile(brand: string, name: "brand.json" | "wording.json", change: (document: Document) => object) {
  const [newest] = (await brandOf(brand)).versions;
  const { files } = dataOf(await team.files(await member("look"), brand, `${newest?.number ?? 0}`));
  return { [name]: JSON.stringify(change(JSON.parse(files[name] ?? "{}"))) };
}

const callMinutes = (customer: number) => (document: Document) => ({
  ...document,
  telephone: { ...document.telephone, callMinutes: { customer } },
});

async function brandOf(id: string) {
  const { brands } = dataOf(await team.brands(await member("look")));
  const found = brands.find((brand) => brand.id === id);
  if (found === undefined) throw new Error(`no brand ${id}`);
  return found;
}

async function saveDraft(
  brand: string,
  change: ReturnType<typeof callMinutes>,
  by: keyof typeof members = "edit",
): Promise<number> {
  const [newest] = (await brandOf(brand)).versions;
  const saved = await team.save(await member(by), brand, {
    basedOn: newest?.number ?? 0,
    files: await changedFile(brand, "brand.json", change),
    reason: "A shorter call",
  });
  return dataOf(saved).number;
}

const listed = async () => dataOf(await servers.publications(service)).publications;
/** What is published, without the versions that it replaced. */
const publications = async () =>
  (await listed()).filter(({ isCurrent }) => isCurrent).map(({ brand, number }) => ({ brand, number }));
const approvalOf = async (brand: string, number: number) => team.approve(await member("publish"), brand, `${number}`);
const refusedField = (field: string) => ({ status: 409, error: { errorCode: 1414, fields: { [field]: "refused" } } });

test("publishes a draft after the approval of another member, and rolls back to the folder", async () => {
  const number = await saveDraft("intact", callMinutes(7));
  expect((await brandOf("intact")).versions).toMatchObject([{ number, state: "draft", basedOn: 0, author: "edit" }]);
  expect(await publications()).toEqual([]);

  expect(await team.approve(await member("publish"), "intact", `${number}`)).toMatchObject({ kind: "ok", status: 204 });
  expect((await brandOf("intact")).versions[0]).toMatchObject({ state: "approved", approvedBy: "publish" });
  expect(await team.publish(await member("publish"), "intact", { number })).toMatchObject({ kind: "ok" });
  expect(await publications()).toEqual([{ brand: "intact", number }]);
  expect(await brandOf("intact")).toMatchObject({ published: number, versions: [{ state: "published" }] });
  const { files } = dataOf(await servers.publishedFiles(service, "intact", `${number}`));
  expect(JSON.parse(files["brand.json"] ?? "")).toMatchObject({
    id: "intact",
    telephone: { callMinutes: { customer: 7 } },
  });

  expect(await team.publish(await member("publish"), "intact", { number: 0 })).toMatchObject({ kind: "ok" });
  expect(await publications()).toEqual([]);
  expect(await brandOf("intact")).toMatchObject({ published: 0, versions: [{ state: "former" }] });
  const events = await testApi.database
    .selectFrom("audit_event")
    .select(["event", "actor", "result"])
    .where("event", "like", "brand.%")
    .orderBy("id")
    .execute();
  expect(events).toEqual([
    { event: "brand.drafted", actor: "agent:edit", result: "ok" },
    { event: "brand.approved", actor: "agent:publish", result: "ok" },
    { event: "brand.published", actor: "agent:publish", result: "ok" },
    { event: "brand.published", actor: "agent:publish", result: "ok" },
  ]);
});

test("publishes at a planned time, unless another version is published before", async () => {
  const first = await saveDraft("servus", callMinutes(18));
  const second = await saveDraft("servus", callMinutes(19));
  for (const number of [first, second]) await team.approve(await member("publish"), "servus", `${number}`);
  const at = new Date(testApi.deps.clock.now().getTime() + 3_600_000).toISOString();
  await team.publish(await member("publish"), "servus", { number: first, at });
  expect(await publications()).toEqual([]);
  expect((await brandOf("servus")).versions.map(({ state }) => state)).toEqual(["approved", "planned"]);

  await testApi.moveClock(3601);
  expect(await publications()).toEqual([{ brand: "servus", number: first }]);
  await team.publish(await member("publish"), "servus", {
    number: 0,
    at: new Date(Date.parse(at) + 7_200_000).toISOString(),
  });
  await team.publish(await member("publish"), "servus", { number: second });
  await testApi.moveClock(7200);
  expect(await publications()).toEqual([{ brand: "servus", number: second }]);
  expect(await team.publish(await member("publish"), "servus", { number: first, at })).toMatchObject(
    refusedField("at"),
  );
  await team.publish(await member("publish"), "servus", { number: 0 });
});

test("lists a replaced version for as long as a session that began before may be open", async () => {
  const number = await saveDraft("scotia", callMinutes(20));
  await team.approve(await member("publish"), "scotia", `${number}`);
  await team.publish(await member("publish"), "scotia", { number });
  await team.publish(await member("publish"), "scotia", { number: 0 });
  const former = { brand: "scotia", number, isCurrent: false };
  expect(await listed()).toContainEqual(former);
  await testApi.moveClock(3601);
  expect(await listed()).not.toContainEqual(former);
});

test("cancels a planned publication, and refuses to cancel where nothing is planned", async () => {
  const number = await saveDraft("scotia", callMinutes(21));
  await team.approve(await member("publish"), "scotia", `${number}`);
  const at = new Date(testApi.deps.clock.now().getTime() + 3_600_000).toISOString();
  await team.publish(await member("publish"), "scotia", { number, at });
  expect(await brandOf("scotia")).toMatchObject({ timeZone: "America/Edmonton", versions: [{ state: "planned" }, {}] });
  expect(await team.cancel(await member("publish"), "scotia")).toMatchObject({ kind: "ok", status: 204 });
  expect((await brandOf("scotia")).versions[0]).toMatchObject({ state: "approved" });
  await testApi.moveClock(3601);
  expect(await publications()).toEqual([]);
  expect(await team.cancel(await member("publish"), "scotia")).toMatchObject({ status: 404 });
  expect(await team.cancel(await member("publish"), "unknown")).toMatchObject({ status: 404 });
});

test("keeps the draft that was saved first of two that change the same version", async () => {
  const basedOn = (await brandOf("bna")).versions[0]?.number ?? 0;
  const save = async (customer: number) =>
    team.save(await member("edit"), "bna", {
      ...{ basedOn, reason: "A shorter call" },
      files: await changedFile("bna", "brand.json", callMinutes(customer)),
    });
  const results = await Promise.all([save(3), save(4)]);
  expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  expect(results.find(({ kind }) => kind !== "ok")).toMatchObject(refusedField("basedOn"));
  expect((await brandOf("bna")).versions).toHaveLength(basedOn + 1);
});

test("A-387 refuses the approval of a member's own draft, also by another spelling of the member's id", async () => {
  const number = await saveDraft("belair", callMinutes(11), "both");
  for (const own of ["both", "Both"] as const)
    expect(await team.approve(await member(own), "belair", `${number}`)).toMatchObject(refusedField("author"));
  expect(await team.publish(await member("both"), "belair", { number })).toMatchObject(refusedField("number"));
  await team.approve(await member("publish"), "belair", `${number}`);
  expect(await team.approve(await member("publish"), "belair", `${number}`)).toMatchObject(refusedField("number"));
});

test("A-375 refuses an approval until its member has opened each screen that the draft changes", async () => {
  for (const { number } of (await brandOf("bna")).versions.toReversed()) await approvalOf("bna", number);
  const basedOn = await saveDraft("bna", callMinutes(31));
  const files = await changedFile("bna", "brand.json", callMinutes(9));
  const screens = ["login", "roadblock-technical"];
  const draft = { basedOn, files, reason: "A shorter call", screens };
  const { number } = dataOf(await team.save(await member("edit"), "bna", draft));
  expect(await approvalOf("bna", number)).toMatchObject(refusedField("earlier"));
  await approvalOf("bna", basedOn);
  const view = async (screen: string, by: keyof typeof members = "publish") =>
    team.view(await member(by), "bna", `${number}`, { screen });
  expect(await approvalOf("bna", number)).toMatchObject(refusedField("screens"));
  expect(await view("reset")).toMatchObject({ status: 404 });
  for (const count of [1, 2]) expect(await view("login"), `${count}`).toMatchObject({ kind: "ok", status: 204 });
  expect(await view("roadblock-technical", "both")).toMatchObject({ kind: "ok" });
  expect(await approvalOf("bna", number)).toMatchObject(refusedField("screens"));
  await view("roadblock-technical");
  expect(await approvalOf("bna", number)).toMatchObject({ kind: "ok" });
  expect((await brandOf("bna")).versions[0]).toMatchObject({ screens, seenScreens: [] });
});

test.each([
  [
    "a telephone number",
    "brand.json",
    (document: Document) => ({ ...document, telephone: { customer: { default: "12" } } }),
    "brand.json telephone.customer.default",
  ],
  ["an unknown field", "brand.json", (document: Document) => ({ ...document, colour: "blue" }), "brand.json"],
  ["an unknown sentence", "wording.json", () => ({ fr: { "login:nothing": "Bonjour" } }), "wording.json"],
] as const)(
  "A-388 refuses a draft with %s that the check refuses, and says where",
  async (_what, name, change, place) => {
    const basedOn = (await brandOf("belair")).versions[0]?.number ?? 0;
    const files = await changedFile("belair", name, change);
    const result = await team.save(await member("edit"), "belair", { basedOn, files, reason: "A change" });
    expect(result).toMatchObject({ status: 400, error: { errorCode: 1000 } });
    const fields = result.kind === "error" ? (result.error as { fields?: Record<string, string> }).fields : {};
    expect(Object.keys(fields ?? {}).join()).toContain(place);
  },
);

test("A-388 refuses a draft whose file is not JSON or is too large", async () => {
  const basedOn = (await brandOf("belair")).versions[0]?.number ?? 0;
  const save = async (text: string) =>
    team.save(await member("edit"), "belair", { basedOn, files: { "wording.json": text }, reason: "A change" });
  expect(await save("{")).toMatchObject({ status: 400, error: { fields: { "wording.json 1:2": expect.any(String) } } });
  expect(await save(" ".repeat(600_000))).toMatchObject({ status: 400 });
  expect(await save(" ".repeat(5_000_000))).toMatchObject({ status: 413 });
});

test.each([
  ["hosts", ["other.example"]],
  ["companies", ["belair", "other"]],
  ["aliases", ["other"]],
  ["clientLoginActions", { other: "https://other.example" }],
  ["editing", "folder"],
])("leaves %s to the folder", async (field, value) => {
  const basedOn = (await brandOf("belair")).versions[0]?.number ?? 0;
  const save = async (change: (document: Document) => object) =>
    team.save(await member("edit"), "belair", {
      ...{ basedOn, reason: "A change" },
      files: await changedFile("belair", "brand.json", change),
    });
  expect(await save((document) => ({ ...document, [field]: value }))).toMatchObject(refusedField("files"));
  expect(await save((document) => document)).toMatchObject(refusedField("files"));
});

type Member = Awaited<ReturnType<typeof member>>;
const calls = {
  brands: (caller: Member) => team.brands(caller),
  files: (caller: Member) => team.files(caller, "belair", "0"),
  save: (caller: Member) =>
    team.save(caller, "belair", { basedOn: 0, files: { "wording.json": "{}" }, reason: "A change" }),
  approve: (caller: Member) => team.approve(caller, "belair", "1"),
  view: (caller: Member) => team.view(caller, "belair", "1", { screen: "login" }),
  publish: (caller: Member) => team.publish(caller, "belair", { number: 0 }),
  cancel: (caller: Member) => team.cancel(caller, "belair"),
};
const allowed: Record<keyof typeof calls, readonly TeamRole[]> = {
  brands: teamRoles,
  files: teamRoles,
  save: ["edit"],
  approve: ["publish"],
  view: ["publish"],
  publish: ["publish"],
  cancel: ["publish"],
};

test.each(Object.keys(calls) as (keyof typeof calls)[])("A-371 refuses %s without a role for it", async (name) => {
  const unfit = (["edit", "publish", "look", "act"] as const).filter(
    (role) => !allowed[name].some((one) => one === role),
  );
  for (const role of unfit)
    expect(await calls[name](await member(role)), role).toMatchObject({ status: 403, error: { errorCode: 3013 } });
  expect(await calls[name]({ ...service, agent: { session: "none" } })).toMatchObject({ error: { errorCode: 3004 } });
});

test("lists servers that could not load the published version, until they have or another one is published", async () => {
  const number = await saveDraft("scotia", callMinutes(22));
  await team.approve(await member("publish"), "scotia", `${number}`);
  await team.publish(await member("publish"), "scotia", { number });
  const save = (server: string, ...failures: LoadFailure[]) => saveLoadFailures(testApi.database, { server, failures });
  const notLoaded = async () => (await brandOf("scotia")).notLoaded;
  const failure = { brand: "scotia", number, shown: 0 };
  await save("one:3000", failure, { ...failure, brand: "intact" });
  await save("two:3000", { ...failure, number: number - 1 });
  const failed = { server: "one:3000", shown: 0, failedAt: expect.stringMatching(/^\d{4}-/) };
  expect([await notLoaded(), (await brandOf("intact")).notLoaded]).toEqual([[failed], []]);
  await save("two:3000", { ...failure, shown: number - 1 });
  expect(await notLoaded()).toEqual([failed, { ...failed, server: "two:3000", shown: number - 1 }]);
  await save("one:3000");
  expect(await notLoaded()).toMatchObject([{ server: "two:3000" }]);
  await team.publish(await member("publish"), "scotia", { number: 0 });
  expect(await testApi.database.selectFrom("brand_load_failure").select("server").execute()).toEqual([]);
});

test("checks a version before the transaction that publishes or tries it", async () => {
  const open: number[] = [];
  const check: BrandFilesPort["check"] = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
    `.execute(testApi.database);
    open.push(rows[0]?.open ?? -1);
    return {};
  };
  const watched = openTeam({ ...testApi.deps, brandFiles: { ...testApi.deps.brandFiles, check } }, members);
  const watchedTeam = createClient(brandVersionEndpoints, watched.settings);
  const number = await saveDraft("servus", callMinutes(23));
  await team.approve(await member("publish"), "servus", `${number}`);
  const started = { number, share: 10 as const };
  expect(await watchedTeam.startExperiment(await member("publish"), "servus", started)).toMatchObject({ kind: "ok" });
  expect(await watchedTeam.publish(await member("publish"), "servus", { number })).toMatchObject({ kind: "ok" });
  expect(open).toEqual([0, 0]);
});
