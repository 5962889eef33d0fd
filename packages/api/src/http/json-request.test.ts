import { randomUUID } from "node:crypto";
import { gatewaySessionHeader } from "@vestibule/contract/account/gateway-session.schema.ts";
import { insurerSystemEndpoints } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { signedInPerson } from "../../../../test/signed-in.ts";
import { readJsonRequest } from "./json-request.rule.ts";

const read = (body: string) =>
  readJsonRequest(
    new Request("http://api.example/", { method: "POST", body, headers: { "content-type": "application/json" } }),
  );
describe("a JSON body", () => {
  test("is read like JSON.parse does when no key is duplicated", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const raw = JSON.stringify(value, null, 1);
        expect(await read(raw)).toEqual({ kind: "read", raw, value: JSON.parse(raw) });
      }),
    );
  });

  test("is refused for a duplicate key at any depth and with any escapes", async () => {
    const steps = fc.array(fc.constantFrom("array", "object"), { maxLength: 6 });
    const values = fc.jsonValue({ maxDepth: 2 });
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), values, values, steps, async (key, first, second, path) => {
        const escaped = `"${[...key].map(escapeCharacter).join("")}"`;
        const twice = `{${JSON.stringify(key)}: ${JSON.stringify(first)}, "z-between": {}, ${escaped}: ${JSON.stringify(second)}}`;
        const raw = path.reduce(
          (inner, step) => (step === "array" ? `[1, ${inner}]` : `{"outer": ${inner}, "after": []}`),
          twice,
        );
        JSON.parse(raw);
        expect(await read(raw)).toEqual({ kind: "notJson" });
      }),
    );
  });

  test("may have the same key in two objects", async () => {
    const raw = '{"a":{"b":1},"b":[{"a":1},{"a":2}]}';
    expect(await read(raw)).toMatchObject({ kind: "read", value: JSON.parse(raw) });
  });

  test.each([
    ["with __proto__ twice", '{"__proto__":{},"\\u005f_proto__":{"verified":true}}'],
    ["nested eight thousand deep", "[".repeat(8000) + "]".repeat(8000)],
    ["with a comment", '{"a":1/* */}'],
    ["with a comma at the end", '{"a":1,}'],
  ])("%s is refused", async (_, raw) => {
    expect(await read(raw)).toEqual({ kind: "notJson" });
    expect(({} as { verified?: boolean }).verified).toBeUndefined();
  });
});

const testApi = await openTestApi();
const headers = {
  "api-key": "belair",
  "content-type": "application/json",
  authorization: `Bearer ${testApi.deps.serviceCredentials[0]}`,
  [gatewaySessionHeader]: (await signedInPerson(testApi)).caller.gatewaySession,
};
const unknownId = randomUUID();
const twice = '{"email":"a@example.ca","email":"b@example.ca"}';

test("every call with a JSON body refuses a duplicate key", async () => {
  const { paths } = (await (await testApi.apis[0].request("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { requestBody?: unknown }>>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call.requestBody !== undefined)
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, unknownId) })),
  );
  expect(calls.length).toBeGreaterThan(10);
  for (const { method, path } of calls) {
    const answer = await testApi.apis[0].request(path, { method, body: twice, headers });
    const { fields } = (await answer.json()) as { fields?: Record<string, string> };
    expect([path, answer.status, Object.keys(fields ?? {})]).toEqual([path, 400, ["body"]]);
  }
});

test("an order for a link refuses a duplicate key", async () => {
  const answer = await testApi.apis[0].request(insurerSystemEndpoints.issueLink.path, {
    method: "POST",
    body: '{"company":"belair","company":"intact"}',
    headers,
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { errorCode: 1000, fields: { body: "format" } }]);
});

/** Escapes each UTF-16 code unit. */
function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
