import { setTimeout as pause } from "node:timers/promises";
import { isIdentityHeader } from "@vestibule/api/gateway/identity-header.rule.ts";
import { systemClock } from "@vestibule/api/platform/clock.adapter.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import { inSpan, traceHeaders } from "@vestibule/api/platform/tracing.adapter.ts";
import { type ApiFetch, createClient } from "@vestibule/contract/api.client.ts";
import { publishedBrandEndpoints } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { Context } from "hono";
import type { PublicationReader } from "../brands/published-brands.ts";
import type { Backend, GatewayBackend } from "./backend.ts";
import { requestInit } from "./forwarded-request.route.ts";
import type { AppEnv } from "./request-facts.ts";

const apiCheckMillis = 500;

/** Creates a backend that calls the API and gateway on the host of API_URL. It opens once that host is ready. */
export function createRemoteBackend(
  apiUrl: string,
  { log, serviceCredential }: { log: Log; serviceCredential: string | undefined },
): Backend {
  const apiFetch = remoteApi(apiUrl);
  const stopped = new AbortController();
  const checkConnection = async () => {
    const response = await fetch(new URL("/health/ready", apiUrl), { signal: AbortSignal.timeout(2000) });
    if (!response.ok) throw new Error("the API is not ready");
  };
  return {
    api: { fetch: apiFetch },
    gateway: remoteGateway(apiFetch),
    demo: undefined,
    clock: systemClock,
    publications: remotePublications(apiFetch, serviceCredential),
    checkConnection,
    open: async () => {
      for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
        const fault = await checkConnection().catch((thrown: unknown) => thrown);
        if (fault === undefined) return;
        if (attempt === 1) log.warn("api.away", { fault });
        await pause(apiCheckMillis, undefined, { signal: stopped.signal }).catch(() => {});
      }
    },
    startDraining: () => {},
    stop: async () => stopped.abort(),
  };
}

/** Asks the API what is published. Without a service credential a web host has the brands of its folder. */
function remotePublications(fetch: ApiFetch, serviceCredential: string | undefined): PublicationReader {
  const client = createClient(publishedBrandEndpoints, { baseUrl: "http://api", fetch });
  const caller = { apiKey: "", province: "", language: "", ...(serviceCredential && { serviceCredential }) };
  return {
    list: async () => {
      if (serviceCredential === undefined) return [];
      const result = await client.publications(caller);
      if (result.kind !== "ok") throw new Error("the published brands could not be read");
      return result.data.publications;
    },
    readFiles: async ({ brand, number }) => {
      const result = await client.publishedFiles(caller, brand, String(number));
      if (result.kind === "ok") return result.data.files;
      if (result.kind === "error" && result.status === 404) return undefined;
      throw new Error("a published brand could not be read");
    },
  };
}

/**
 * Calls the API on another host from a web-only server. The request's context is sent in a proxy's forwarded headers,
 * which the other host accepts when TRUSTED_PROXIES names this one and TRUST_FORWARDED_HOST is set.
 */
export function remoteApi(apiUrl: string): ApiFetch {
  const span = { name: "API", role: "client", attributes: { "server.address": new URL(apiUrl).hostname } } as const;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const origin = URL.parse(headers.get("x-vestibule-origin") ?? "");
    const clientIp = headers.get("x-vestibule-client-ip") ?? "unknown";
    for (const name of ["x-vestibule-origin", "x-vestibule-client-ip"]) headers.delete(name);
    headers.set("x-forwarded-for", clientIp.replace(/\/64$/, ""));
    if (origin !== null) {
      headers.set("x-forwarded-proto", origin.protocol.slice(0, -1));
      headers.set("x-forwarded-host", origin.host);
    }
    // Trace headers of the browser are removed, since the other host would trust them from this one.
    for (const name of ["traceparent", "tracestate"]) headers.delete(name);
    const response = await inSpan(span, () => {
      for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
      return fetch(new URL(`${pathname}${search}`, apiUrl), {
        ...requestInit(request),
        redirect: request.redirect,
        headers,
      });
    });
    // A copy, because the headers of a fetched response are read-only.
    return new Response(response.body, response);
  };
}

/** Forwards to the gateway on the host of the API, and checks each guarded page there first. */
export function remoteGateway(apiFetch: ApiFetch): GatewayBackend {
  const forward = (request: Request) =>
    apiFetch(new Request(request.url, { ...requestInit(request), headers: request.headers, redirect: "manual" }));
  return {
    handler: { fetch: forward },
    guard: async (c, next) => {
      const headers = new Headers(c.req.raw.headers);
      // The check has no body, so it must not have the headers of one.
      const checkHeaders = new Headers(headers);
      for (const name of ["content-length", "content-type", "transfer-encoding"]) checkHeaders.delete(name);
      const checked = await forward(new Request(c.req.url, { headers: checkHeaders }));
      if (checked.status !== 204) return checked;
      for (const name of [...headers.keys()]) if (isIdentityHeader(name)) headers.delete(name);
      for (const [name, value] of checked.headers) if (isIdentityHeader(name)) headers.set(name, value);
      c.req.raw = new Request(c.req.raw, { headers });
      await next();
      const renewed = checked.headers.get("set-cookie");
      if (renewed !== null) c.header("set-cookie", renewed, { append: true });
    },
  };
}

/** Responds to the check of `remoteGateway`, after the guard has identified the signed-in person. */
export function signedInResponse(c: Context<AppEnv>): Response {
  for (const [name, value] of c.req.raw.headers) if (isIdentityHeader(name)) c.header(name, value);
  return c.body(null, 204);
}
