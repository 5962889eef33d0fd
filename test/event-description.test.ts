import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { buildApi } from "@vestibule/api/build-api.ts";
import { events, eventTypes } from "@vestibule/catalogue/event.table.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "./open-test-api.ts";
import { createTestApi } from "./test-api.ts";

const testApi = closeAfterTests(await createTestApi());
const api = buildApi(testApi.deps);
const config = await createConfig({ extends: ["spec"] });

async function describedAt(path: string) {
  const response = await api.request(path, { headers: { authorization: "Bearer another-credential" } });
  const source = await response.text();
  const problems = await lintFromString({ source, absoluteRef: `${path.slice(1)}`, config });
  return { document: JSON.parse(source), problems: problems.map(({ message, ruleId }) => `${ruleId}: ${message}`) };
}

test("the OpenAPI of /internal is valid and has a webhook for each event", async () => {
  const { document, problems } = await describedAt("/internal/v1/openapi.json");
  expect(problems).toEqual([]);
  expect(Object.keys(document.webhooks).sort()).toEqual([...eventTypes].sort());
  const created = document.webhooks["account.created"].post;
  expect(created.summary).toBe(events["account.created"].about);
  expect(Object.keys(created.requestBody.content["application/json"].schema.properties)).toContain("accountId");
});

test("the AsyncAPI of the events is valid and has a message for each event", async () => {
  const { document, problems } = await describedAt("/internal/v1/asyncapi.json");
  expect(problems).toEqual([]);
  const names = Object.values<{ name: string }>(document.components.messages).map(({ name }) => name);
  expect(names.sort()).toEqual([...eventTypes].sort());
});

test("the linter finds an event whose message does not exist", async () => {
  const response = await api.request("/internal/v1/asyncapi.json", {
    headers: { authorization: "Bearer another-credential" },
  });
  const document = (await response.json()) as { components: { messages: Record<string, unknown> } };
  delete document.components.messages.account_created;
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "asyncapi.json", config });
  expect(problems.length).toBeGreaterThan(0);
});

test("docs/connect/events.md has a row for each event, with its sentence and its data", () => {
  const page = readFileSync("docs/connect/events.md", "utf8");
  for (const [type, row] of Object.entries(events)) {
    const line = page.split("\n").find((text) => text.startsWith(`| \`${type}\` | ${row.about} |`));
    expect(line, type).toBeDefined();
    for (const name of Object.keys(row.data)) expect(line).toContain(`\`${name}\``);
  }
});
