import { randomBytes, randomUUID } from "node:crypto";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Context, MiddlewareHandler } from "hono";
import { clientAddress, plainAddress, type TrustedNetworks } from "./client-address.rule.ts";
import { visibleOrigin } from "./visible-origin.rule.ts";
import type { EntranceEnv } from "./visit-facts.ts";

/** Names that only the entrance and the gateway may set: from outside they are taken off. */
const innerHeaders = /^(x-vestibule-.*|iv-.*|x-display-name|x-last-sign-in|x-session-.*)$/;

/**
 * The first to see a request: who asks, under which address and brand. Takes inner headers off, sets our own, and
 * hands on the request with the address that the visitor sees, so that no room behind has to think of proxies.
 */
export function arrival(parts: { brands: BrandBook; trusted: TrustedNetworks }): MiddlewareHandler<EntranceEnv> {
  return async (c, next) => {
    // Shows a stranger what proxies added, and no Request may carry it.
    if (c.req.method === "TRACE") return c.body(null, 405);
    const origin = originOf(c, parts.trusted);
    if (origin === undefined) return c.body(null, 400);
    const address = addressOf(c, parts.trusted);
    const passedOn = isBehindProxy(c, parts.trusted) ? c.req.header("x-request-id") : undefined;
    const requestId = passedOn !== undefined && /^[\w-]{8,64}$/.test(passedOn) ? passedOn : randomUUID();

    c.set("requestId", requestId);
    c.set("address", address);
    c.set("origin", origin);
    c.set("hostBrand", parts.brands.byHost(new URL(origin).host));
    c.set("nonce", randomBytes(16).toString("base64url"));

    const headers = new Headers(c.req.raw.headers);
    for (const name of [...headers.keys()]) if (innerHeaders.test(name)) headers.delete(name);
    headers.set("x-vestibule-address", address);
    headers.set("x-vestibule-origin", origin);
    headers.set("x-request-id", requestId);
    const { pathname, search } = new URL(c.req.url);
    c.req.raw = new Request(`${origin}${pathname}${search}`, rewritten(c.req.raw, headers));
    await next();
    c.header("x-request-id", requestId);
  };
}

/** Client address for limits. */
export function addressOf(c: Context<EntranceEnv>, trusted: TrustedNetworks): string {
  return clientAddress({ peer: peerOf(c), forwardedFor: c.req.header("x-forwarded-for"), trusted });
}

/** Scheme, host and port as the visitor sees them; undefined when the host is none that a browser would send. */
export function originOf(c: Context<EntranceEnv>, trusted: TrustedNetworks): string | undefined {
  return visibleOrigin({
    host: c.req.header("host") ?? new URL(c.req.url).host,
    behindProxy: isBehindProxy(c, trusted),
    forwardedProto: c.req.header("x-forwarded-proto"),
    forwardedHost: c.req.header("x-forwarded-host"),
  });
}

const peerOf = (c: Context<EntranceEnv>) => c.env?.incoming?.socket?.remoteAddress;

function isBehindProxy(c: Context<EntranceEnv>, trusted: TrustedNetworks): boolean {
  const hop = plainAddress(peerOf(c) ?? "");
  return hop !== undefined && trusted(hop);
}

function rewritten(request: Request, headers: Headers): RequestInit & { duplex?: "half" } {
  const { method, signal } = request;
  if (method === "GET" || method === "HEAD") return { method, headers, signal };
  return { method, headers, signal, body: request.body, duplex: "half" };
}
