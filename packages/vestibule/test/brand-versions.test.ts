import { insertExperiment, saveExperimentEnd } from "@vestibule/api/brands/brand-experiment.store.ts";
import { insertPublication, insertVersion, type Publication } from "@vestibule/api/brands/brand-version.store.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleBrands } from "../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { brandFolders } from "../src/brands/brand-files.adapter.ts";
import { type SpawnedServer, spawnServer, untilAccepted } from "./spawned-server.ts";

const serviceCredential = "a-credential-of-the-web-host-for-its-api";
let database: TestDatabase;
let api: SpawnedServer;
let web: SpawnedServer;

beforeAll(async () => {
  database = await testDatabase();
  const environment = { DEMO: "1", TRUST_FORWARDED_HOST: "1", SERVICE_CREDENTIALS: serviceCredential };
  api = await spawnServer({
    environment: { ...environment, DATABASE_URL: database.url, TRUSTED_PROXIES: "127.0.0.1" },
  });
  web = await spawnServer({ arguments: ["--only", "web"], environment: { ...environment, API_URL: api.url } });
});
afterAll(async () => {
  await Promise.all([web?.end("SIGTERM"), api?.end("SIGTERM")]);
  await database.close();
});

const publish = (publication: Publication) =>
  database.database
    .transaction()
    .execute((transaction) => insertPublication(transaction, { ...publication, publishedBy: "lea", at: undefined }));
const pageOf = async ({ url }: SpawnedServer) =>
  (await untilAccepted(() => fetch(`${url}/?brand=belair&province=on&language=en`))).text();

/** A browser that has taken the first step of a registration at a server; it shows the login page in English. */
async function startJourney({ url }: SpawnedServer): Promise<{ page(): Promise<string> }> {
  const start = `${url}/create-an-account/identification/account-type`;
  const cookies = new Map([
    ["demo-brand", "belair"],
    ["province", "on"],
    ["language", "en"],
  ]);
  const send = async (to: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const body = form && { method: "POST", body: new URLSearchParams(form) };
    const headers = { cookie, origin: url };
    const response = await untilAccepted(() => fetch(to, { ...body, redirect: "manual", headers }));
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  await send(start);
  const next = await send(start, { accountType: "policyHolder" });
  expect(next.headers.get("location")).toContain("/create-an-account/identification");
  return { page: async () => (await send(`${url}/`)).text() };
}

test("a server and a web host on its own show a publication, a rollback and an experiment without a restart, and journeys keep theirs", async () => {
  const files = (await brandFolders(sampleBrands).readFolder("belair")) ?? {};
  const title = "Insurance that stays with you";
  const wording = JSON.parse(files["wording.json"] ?? "{}");
  wording.en["login:title"] = title;
  wording.fr["login:title"] = "Une assurance à vos côtés";
  const version = { brand: "belair", number: 1 };
  const draft = {
    ...version,
    basedOn: 0,
    reason: "A test",
    author: "ana",
    screens: [],
    files: { ...files, "wording.json": JSON.stringify(wording) },
  };
  await database.database.transaction().execute((transaction) => insertVersion(transaction, draft));
  for (const server of [api, web]) expect(await pageOf(server)).not.toContain(title);
  const before = await Promise.all([api, web].map(startJourney));

  await publish(version);
  for (const server of [api, web]) await expect.poll(() => pageOf(server), { timeout: 20_000 }).toContain(title);
  for (const journey of before) expect((await journey.page()).includes(title)).toBe(false);
  const during = await Promise.all([api, web].map(startJourney));
  for (const journey of during) expect(await journey.page()).toContain(title);

  await publish({ brand: "belair", number: 0 });
  for (const server of [api, web]) await expect.poll(() => pageOf(server), { timeout: 20_000 }).not.toContain(title);
  for (const journey of during) expect(await journey.page()).toContain(title);

  const transact = database.database.transaction();
  await transact.execute((transaction) =>
    insertExperiment(transaction, { brand: "belair", published: 0, tried: 1, share: 50, startedBy: "lea" }),
  );
  const showsTitle = async (journey: { page(): Promise<string> }) => (await journey.page()).includes(title);
  /** Journeys of both servers that begin during the experiment, and whether each is shown the tried version. */
  const drawn = async () => {
    const journeys = await Promise.all(Array.from({ length: 10 }, (_, index) => startJourney(index % 2 ? api : web)));
    return Promise.all(journeys.map(async (journey) => ({ journey, isTried: await showsTitle(journey) })));
  };
  await expect.poll(async () => (await drawn()).some(({ isTried }) => isTried), { timeout: 20_000 }).toBe(true);
  const [first, second] = [await drawn(), await drawn()];
  const journeys = [...first, ...second];
  expect(new Set(journeys.map(({ isTried }) => isTried)).size).toBe(2);
  for (const server of [api, web]) expect(await pageOf(server)).not.toContain(title);
  await transact.execute((transaction) =>
    saveExperimentEnd(transaction, { brand: "belair" }, { endedBy: "lea", reason: "stopped" }),
  );
  for (const { journey, isTried } of journeys) expect(await showsTitle(journey)).toBe(isTried);
});
