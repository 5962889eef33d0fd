import { afterAll, beforeAll, expect, test } from "vitest";
import { useCommands } from "./command-line.ts";
import { type SpawnedServer, spawnServer, temporaryFolder, untilAccepted } from "./spawned-server.ts";

const folder = temporaryFolder();
const run = useCommands();
let server: SpawnedServer;

beforeAll(async () => {
  server = await spawnServer({ environment: { DATA_DIR: folder.path } });
});
afterAll(async () => {
  await server?.end("SIGTERM");
  folder.remove();
});

/** Runs a maintenance command while the server runs. */
async function maintenance(...words: string[]): Promise<string> {
  const { output, complaint } = await run(["maintenance", ...words], { DATA_DIR: folder.path });
  return output || complaint;
}

const send = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, { redirect: "manual", ...init });
const open = (path: string, init?: RequestInit) => untilAccepted(() => send(path, init));
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
const leadsTo = async (path: string) => (await open(path)).headers.get("location");

async function closedPage(language: string) {
  const turned = await open(`/?brand=belair&language=${language}`);
  const page = await send(turned.headers.get("location") ?? "", { headers: { cookie: cookiesOf(turned) } });
  return { status: page.status, text: (await page.text()).replace(/<\/?strong>/g, "").replace(/\s/g, " ") };
}

test("closes one brand's portal and API in both languages until it is reopened", async () => {
  expect(await maintenance("on", "--brand", "belair", "--until", "2099-01-02T06:00-05:00")).toBe(
    "belair: closed, announced until January 2, 2099 at 6:00 a.m. (America/Toronto)\n",
  );
  await expect.poll(() => leadsTo("/?brand=belair"), { timeout: 20_000 }).toBe("/roadblock/maintenance");

  const english = await closedPage("en");
  expect(english.status).toBe(503);
  expect(english.text).toContain("This service is closed for now.");
  expect(english.text).toContain("The work is planned to last until 6 a.m. on January 2, 2099 (Eastern Time).");
  const french = await closedPage("fr");
  expect([french.status, french.text]).toEqual([503, expect.stringContaining("Ce service est fermé pour le moment.")]);
  expect(french.text).toContain('value="marketing"');

  expect((await open("/api/v1/welcome", { headers: { "api-key": "belair" } })).status).toBe(530);
  expect((await open("/?brand=intact")).status).toBe(200);
  expect((await open("/api/v1/welcome", { headers: { "api-key": "intact" } })).status).toBe(200);
  for (const path of ["/health/live", "/health/ready", "/demo"]) expect((await open(path)).status, path).toBe(200);
  expect((await open("/pkmslogout?brand=belair")).status).toBe(302);
});

test("A-155 admits a browser session with an operator's bypass value only", async () => {
  await maintenance("on", "--brand", "belair");
  await expect.poll(() => leadsTo("/?brand=belair"), { timeout: 20_000 }).toBe("/roadblock/maintenance");
  const [url = ""] = (await maintenance("bypass", "--brand", "belair")).split("\n");
  expect(url).toMatch(/^http:\/\/belair\.localhost:\d+\/\?maintenancePageBypass=[\w-]+\.[\w-]+\.[\w-]+$/);
  const parameter = new URL(url).search;
  const entered = await open(`/${parameter}&brand=belair`);
  expect(entered.headers.get("location")).toBe("/?brand=belair");
  const cookie = `${cookiesOf(entered)}; demo-brand=belair`;
  const page = await open("/", { headers: { cookie } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="loginPassword"')]);
  const started = await open("/create-an-account/identification/account-type", { headers: { cookie } });
  expect(started.status).toBe(200);

  expect(await leadsTo("/?brand=belair&maintenancePageBypass=1")).toBe("/roadblock/maintenance");
  expect(await leadsTo(`/${parameter.slice(0, -4)}AAAA&brand=belair`)).toBe("/roadblock/maintenance");
});

test("reopens a closed brand", async () => {
  expect(await maintenance("off")).toBe("Open again: belair.\n");
  await expect.poll(async () => (await open("/?brand=belair")).status, { timeout: 20_000 }).toBe(200);
  expect(await maintenance("off")).toBe("Nothing was closed.\n");
});

test("refuses invalid options", async () => {
  expect(await maintenance("on", "--until", "tomorrow")).toContain("--until tomorrow is not a time with its zone");
  expect(await maintenance("on", "--until", "2020-01-01T00:00Z")).toBe("--until 2020-01-01T00:00Z is in the past\n");
  expect(await maintenance("on", "--brand", "acme")).toContain("--brand acme is not a brand");
  expect(await maintenance("bypass", "--hours", "99")).toContain("--hours must be a number from 0.1 to 24");
});
