import { randomUUID } from "node:crypto";
import { gatewaySessionHeader } from "@vestibule/contract/account/account-call.schema.ts";
import { pendingSignInHeader } from "@vestibule/contract/cookies/pending-sign-in.rule.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../test/endpoints.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { signedInPerson, startPendingSignIn } from "../../../../test/signed-in.ts";
import { openTeamSession, staffHeaders } from "../../../../test/team.ts";
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
const { caller, accountId } = await signedInPerson(testApi);
const headers = {
  "api-key": "belair",
  "content-type": "application/json",
  authorization: `Bearer ${testApi.deps.serviceCredentials[0]}`,
  [gatewaySessionHeader]: caller.gatewaySession,
  [pendingSignInHeader]: await startPendingSignIn(testApi, accountId),
};
const teamSession = await openTeamSession(testApi.deps);
const unknownId = randomUUID();
/** The endpoints of the OpenID provider respond 404 where none is configured. */
const withBody = endpoints.filter(({ name, endpoint }) => endpoint.body !== undefined && !/OpenId$/.test(name));

test.each(withBody)(
  "A-157 $name refuses a duplicate key, a body above its limit, another media type and an unknown api-key",
  async ({ endpoint }) => {
    const path = `${endpoint.path.replace("{number}", "1").replace(/\{\w+\}/g, unknownId)}?brand=belair`;
    const post = async (body: string, more: Record<string, string> = {}) => {
      const response = await testApi.apis[0].request(path, {
        method: endpoint.method,
        headers: { ...headers, ...staffHeaders(endpoint, teamSession), ...more },
        body,
      });
      const { fields } = (await response.json()) as { fields?: Record<string, string> };
      return { status: response.status, fields: Object.keys(fields ?? {}) };
    };
    expect(await post('{"email":"a@example.ca","email":"b@example.ca"}')).toEqual({ status: 400, fields: ["body"] });
    const largest = (endpoint.largestBodyKib ?? 16) * 1024;
    expect(await post(`{"password":"${"x".repeat(largest)}"}`)).toMatchObject({ status: 413 });
    expect(await post("{}", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
    if (!path.startsWith("/internal/"))
      expect(await post("{}", { "api-key": "nobody" })).toMatchObject({ status: 403 });
  },
);

function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
