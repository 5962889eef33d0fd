import type { Context } from "hono";
import type { GatewayBackend } from "./backend.ts";
import type { AppEnv } from "./request-facts.ts";

/** Headers in which the gateway describes the signed-in person to the application. */
const signedInHeaders = [
  "iv-user",
  "iv-groups",
  "x-display-name",
  "x-last-sign-in",
  "x-failed-sign-ins",
  "x-last-failed-sign-in",
  "x-session-idle-end",
  "x-session-end",
] as const;

/**
 * Gateway of the API's host for a web-only server: forms and sign-out are forwarded, and each guarded page is first
 * checked with the other host.
 */
export function remoteGateway(apiFetch: typeof fetch): GatewayBackend {
  const pass = (request: Request) => apiFetch(request.url, passedOn(request));
  return {
    handler: { fetch: pass },
    guard: async (c, next) => {
      const headers = new Headers(c.req.raw.headers);
      // The check is sent without the page's form.
      const asked = new Headers(headers);
      for (const name of ["content-length", "content-type", "transfer-encoding"]) asked.delete(name);
      const verdict = await pass(new Request(c.req.url, { headers: asked }));
      if (verdict.status !== 204) return verdict;
      for (const name of signedInHeaders) {
        const value = verdict.headers.get(name);
        if (value === null) headers.delete(name);
        else headers.set(name, value);
      }
      c.req.raw = new Request(c.req.raw, { headers });
      await next();
      const renewed = verdict.headers.get("set-cookie");
      if (renewed !== null) c.header("set-cookie", renewed, { append: true });
    },
  };
}

/**
 * The other half, on the API's host: the guard accepted the request, so the response describes the signed-in person.
 */
export function guardVerdict(c: Context<AppEnv>): Response {
  for (const name of signedInHeaders) {
    const value = c.req.raw.headers.get(name);
    if (value !== null) c.header(name, value);
  }
  return c.body(null, 204);
}

function passedOn(request: Request): RequestInit & { duplex?: "half" } {
  const { method, headers, signal } = request;
  const plain = { method, headers, signal, redirect: "manual" } as const;
  return method === "GET" || method === "HEAD" ? plain : { ...plain, body: request.body, duplex: "half" };
}
