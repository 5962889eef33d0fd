import { describe, expect, test } from "vitest";
import { createClient } from "./api.client.ts";
import { registrationEndpoints } from "./v2/registration.endpoint.ts";

const caller = { apiKey: "belair", province: "qc", language: "fr", token: "a.b.c" };
const answering = (respond: (request: Request) => Response | Promise<Response>, timeoutMilliseconds = 25_000) =>
  createClient(registrationEndpoints, { baseUrl: "http://api.example", fetch: respond, timeoutMilliseconds });

describe("the client", () => {
  test("sends the contract's headers, the token and the body to the path of the table", async () => {
    const seen: Request[] = [];
    const client = answering((request) => {
      seen.push(request);
      return Response.json({});
    });
    await client.verify(caller, { securityCode: "123456" });
    await client.send({ ...caller, maintenancePageBypass: "signed" }, "a/b");
    const [verify, send] = seen;
    expect(verify?.url).toBe("http://api.example/api/v2/registration/verify");
    expect(Object.fromEntries(verify?.headers ?? [])).toMatchObject({
      "api-key": "belair",
      province: "QC",
      language: "fr",
      "x-registration-session": "a.b.c",
      "content-type": "application/json",
    });
    expect(await verify?.json()).toEqual({ securityCode: "123456" });
    expect(send?.url).toBe("http://api.example/api/v2/registration/verify/send/a%2Fb?maintenancePageBypass=signed");
  });

  test("returns data and the next token", async () => {
    const client = answering(() => Response.json({ ticket: "t" }, { headers: { "x-registration-session": "next" } }));
    expect(await client.ticket(caller)).toEqual({ kind: "ok", status: 200, data: { ticket: "t" }, token: "next" });
  });

  test("ignores fields that a newer server adds, in responses and in errors", async () => {
    const newer = answering(() => Response.json({ ticket: "t", more: 1 }));
    expect(await newer.ticket(caller)).toMatchObject({ kind: "ok", data: { ticket: "t" } });
    const starting = answering(() =>
      Response.json(
        { error: "UNAVAILABLE", errorCode: 1503, message: "" },
        { status: 503, headers: { "retry-after": "5" } },
      ),
    );
    expect(await starting.ticket(caller)).toEqual({
      kind: "error",
      status: 503,
      error: { error: "UNAVAILABLE", message: "" },
      retryAfterSeconds: 5,
    });
  });

  test.each([
    ["a page of HTML", () => new Response("<html>", { status: 502 }), "invalidResponse"],
    ["JSON of another shape", () => Response.json({ hello: 1 }), "invalidResponse"],
    ["an unknown error", () => Response.json({ error: "NEW", message: "" }, { status: 400 }), "invalidResponse"],
    ["a connection refused", () => Promise.reject(new TypeError("fetch failed")), "connectionFailed"],
    ["no answer in time", () => new Promise<Response>(() => {}), "timeout"],
  ] as const)("reports %s as unavailable", async (_, respond, reason) => {
    // Only the response that never comes gets a short timeout; a busy machine could make the others late.
    expect(await answering(respond, reason === "timeout" ? 50 : undefined).ticket(caller)).toEqual({
      kind: "unavailable",
      reason,
    });
  });

  test("times out on a body that stops half-way", async () => {
    const stuck = answering(() => new Response(new ReadableStream({ start() {} })), 50);
    expect(await stuck.ticket(caller)).toEqual({ kind: "unavailable", reason: "timeout" });
  });
});
