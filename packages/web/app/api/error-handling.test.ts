import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { responses } from "@vestibule/catalogue/response.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallFacts, findErrorHandling } from "./error-handling.rule.ts";

/** Test server that responds as the path says: /status/errorCode/roadblock, or breaks the response. */
const host = createServer((request, response) => {
  const [, status = "", errorCode = "", roadblock = ""] = (request.url ?? "").split("/");
  if (status === "hangs") return;
  if (status === "breaks") return void request.socket.destroy();
  if (status === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>");
  const body = {
    message: "as the path says",
    ...(errorCode && { errorCode: Number(errorCode) }),
    ...(roadblock && { roadblock }),
  };
  const headers = { "content-type": "application/json", ...(status === "429" && { "retry-after": "17" }) };
  response.writeHead(Number(status), headers).end(JSON.stringify(body));
});
let baseUrl: string;
beforeAll(async () => {
  await once(host.listen(0, "127.0.0.1"), "listening");
  baseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

async function result(path: string, facts: CallFacts = {}) {
  // Generous timeout, so that a busy machine does not fail the test.
  const timeoutMilliseconds = path === "/hangs" ? 500 : 25_000;
  const settings = { baseUrl, fetch: (request: Request) => fetch(request), timeoutMilliseconds };
  const caller = { apiKey: "belair", province: "qc", language: "fr" };
  const result = await createClient({ call: { ...accountEndpoints.welcome, path } }, settings).call(caller);
  if (result.kind === "ok") throw new Error("the response was accepted");
  return findErrorHandling(result, facts);
}

describe("the handling of an API response", () => {
  test.each(responses.map((row) => ({ ...row, code: row.errorCode ?? "any", of: row.call ?? "any call" })))(
    "matches the table row of $status $code to $of",
    async ({ status, errorCode, call, handling: expected }) => {
      const found = await result(`/${status}/${errorCode ?? ""}`, call ? { call } : {});
      if (expected.kind === "wait") expect(found).toEqual({ kind: "wait", seconds: 17 });
      else if (expected.kind === "handledByPage")
        expect(found).toMatchObject({ kind: "handledByPage", refusal: { status } });
      else expect(found).toEqual(expected);
    },
  );

  test("is the technical roadblock for a response without a row", async () => {
    const technical = { kind: "roadblock", roadblock: "technical" };
    for (const status of [401, 405, 415, 418, 502, 599]) expect(await result(`/${status}`)).toEqual(technical);
    expect(await result("/403/3999")).toEqual(technical);
    expect(await result("/500/5999")).toEqual(technical);
  });

  test("is the roadblock that the response names, whatever its row", async () => {
    expect(await result("/403/3002/resend-email")).toEqual({ kind: "roadblock", roadblock: "resend-email" });
    expect(await result("/400/1003/wrong-cellphone")).toEqual({ kind: "roadblock", roadblock: "wrong-cellphone" });
  });

  test("leaves an expired link to the page in the driving programme", async () => {
    for (const code of [3004, 3005])
      expect(await result(`/403/${code}`, { isUbi: true })).toMatchObject({ kind: "handledByPage" });
  });

  test.each(["hangs", "breaks", "html"])("is the technical roadblock for an invalid response (%s)", async (how) => {
    expect(await result(`/${how}`)).toEqual({ kind: "roadblock", roadblock: "technical" });
  });
});
