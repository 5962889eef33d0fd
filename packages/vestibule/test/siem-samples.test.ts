import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createAuditor } from "@vestibule/api/audit/audit-trail.store.ts";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { testAuditSecret, testKeys, testSecret } from "../../../test/book-file.ts";
import { loopbackServer } from "../../../test/loopback-server.ts";
import { useCommandLine } from "./command-line.ts";

const { own } = useCommandLine();
const root = resolve(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/connect/siem.md"), "utf8");
let folder = "";

let status = 200;
/** Elastic answers each event of a batch separately, with 200 for the batch. */
let statusOfEvent = 201;
const collector = await loopbackServer(({ url, body }, response) => {
  const items = linesOf(body).flatMap(({ create }) =>
    create ? [{ create: { ...create, status: statusOfEvent } }] : [],
  );
  const answer = url.endsWith("_bulk") ? { errors: statusOfEvent !== 201, items } : { text: "Success", code: 0 };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
afterAll(collector.close);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vestibule-siem-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  status = 200;
  statusOfEvent = 201;
  collector.received.length = 0;
});

/** Runs the script of the page that begins with this comment, with the command and URL of this machine. */
async function runScript(name: string): Promise<number> {
  const [, script = ""] = new RegExp(`\`\`\`bash\\n# ${name}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  const local = script
    .replaceAll("npx vestibule", `"${process.execPath}" "${join(root, "packages/vestibule/bin/vestibule.mjs")}"`)
    .replace("/var/lib/vestibule/siem.position", join(folder, name))
    .replace(/https:\/\/(splunk|elastic)\.example:\d+/, collector.origin);
  const env = {
    PATH: process.env.PATH,
    DEMO: "1",
    DATABASE_URL: own.database.url,
    AUDIT_SECRETS: testAuditSecret,
    HASH_SECRETS: testSecret("hash"),
    HEC_TOKEN: "hec-token",
    ELASTIC_KEY: "elastic-key",
    ELASTIC_ADMIN_KEY: "admin-key",
  };
  return promisify(execFile)("sh", ["-c", local], { env }).then(
    () => 0,
    ({ code }) => code,
  );
}

const record = () =>
  own.database.database.transaction().execute((transaction) =>
    createAuditor(testKeys().audit).record(transaction, {
      event: "account.frozen",
      result: "ok",
      brandId: "belair",
      actor: "person",
    }),
  );
function linesOf(body = "") {
  return body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("the script for Splunk posts each event in the form of the HTTP Event Collector, once", async () => {
  await record();
  expect(await runScript("splunk")).toBe(0);
  const [request] = collector.received;
  expect(request).toMatchObject({
    method: "POST",
    url: "/services/collector/event",
    headers: { authorization: "Splunk hec-token" },
  });
  const events = linesOf(request?.body);
  for (const event of events)
    expect(event).toEqual({
      time: Math.floor(Date.parse(event.event.at) / 1000),
      source: "vestibule",
      sourcetype: "_json",
      event: expect.objectContaining({ hash: expect.any(String), previousHash: expect.any(String) }),
    });
  expect(events.map(({ event }) => event.event)).toContain("account.frozen");
  expect(await runScript("splunk")).toBe(0);
  expect(collector.received).toHaveLength(1);
});

test("the script for Elastic posts each event with its hash as the id", async () => {
  await record();
  expect(await runScript("elastic")).toBe(0);
  const [request] = collector.received;
  expect(request).toMatchObject({
    url: "/vestibule-audit/_bulk",
    headers: { authorization: "ApiKey elastic-key", "content-type": "application/x-ndjson" },
  });
  const lines = linesOf(request?.body);
  expect(lines.length).toBeGreaterThan(0);
  for (let at = 0; at < lines.length; at += 2) {
    const [action, event] = lines.slice(at, at + 2);
    expect(action).toEqual({ create: { _id: event.hash } });
    expect(event["@timestamp"]).toBe(event.at);
  }
});

test("the index at Elastic takes a fact that is a number in one event and text in another", async () => {
  expect(await runScript("index")).toBe(0);
  const [request] = collector.received;
  expect(request).toMatchObject({
    method: "PUT",
    url: "/vestibule-audit",
    headers: { authorization: "ApiKey admin-key" },
  });
  expect(JSON.parse(request?.body ?? "").mappings.properties.facts).toEqual({ type: "flattened" });
});

test.each(["splunk", "elastic"])(
  "the script for %s posts a batch again that the collector did not take",
  async (name) => {
    await record();
    status = 503;
    expect(await runScript(name)).toBe(1);
    status = 200;
    expect(await runScript(name)).toBe(0);
    const [first, second] = collector.received;
    expect(second?.body).toBe(first?.body);
    expect(existsSync(join(folder, name))).toBe(true);
  },
);

test("the script for Elastic posts a batch again of which an event was refused", async () => {
  await record();
  statusOfEvent = 429;
  expect(await runScript("elastic")).toBe(1);
  // Elastic has an event already that it took before.
  statusOfEvent = 409;
  expect(await runScript("elastic")).toBe(0);
  expect(await runScript("elastic")).toBe(0);
  expect(collector.received).toHaveLength(2);
});
