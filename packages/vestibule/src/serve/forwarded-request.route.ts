import { randomBytes, randomUUID } from "node:crypto";
import { isIdentityHeader } from "@vestibule/api/gateway/identity-header.rule.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { errorPage, unknownHostPage } from "@vestibule/wording/error-page.ts";
import type { Context, MiddlewareHandler } from "hono";
import {
  hostOfOutermostProxy,
  normalizeIp,
  resolveClientIp,
  type TrustedNetworks,
  valueOfOutermostProxy,
} from "./client-ip.rule.ts";
import { fallbackResponse, fallbackResponses } from "./fallback-response.message.ts";
import type { AppEnv } from "./request-facts.ts";
import { hidesHttps, hidesPort, type VisibleOrigin, visibleOrigin } from "./visible-origin.rule.ts";

/** Whether only this server and the gateway may set a header. Such headers are removed from requests of clients. */
const isInnerHeader = (name: string) => name.startsWith("x-vestibule-") || isIdentityHeader(name);

export interface OriginDeps {
  brands: BrandBook;
  trusted: TrustedNetworks;
  /** Whether the trusted proxies set X-Forwarded-Host themselves. */
  trustForwardedHost: boolean;
}

export interface ForwardedRequestDeps extends OriginDeps {
  /** How a host that no brand lists is handled. */
  unknownHosts: "defaultBrand" | "refused";
  log: Log;
}

const insecurePage = fallbackResponses(errorPage);
/** Pages without a brand, since the host belongs to none. */
const unknownHost = {
  fr: fallbackResponse(unknownHostPage, { language: "fr", brand: undefined }),
  en: fallbackResponse(unknownHostPage, { language: "en", brand: undefined }),
};
/** Loopback names, which cannot be used to send a victim to this server. */
const loopbackHost = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads the client IP, origin and brand before any handler. Strips internal headers, sets its own, and rewrites the
 * request's URL to the one that the browser uses, so that handlers need not know about proxies.
 */
export function readForwardedRequest(deps: ForwardedRequestDeps): MiddlewareHandler<AppEnv> {
  const { brands, trusted, unknownHosts, log } = deps;
  const warnOfProxy = oncePerMinute();
  const warnOfPort = oncePerMinute();
  const warnOfHost = oncePerMinute();
  return async (c, next) => {
    // TRACE would echo the headers that proxies add, and the Fetch API cannot represent it.
    if (c.req.method === "TRACE") return c.body(null, 405);
    const source = sourceOf(c);
    const visible = originOf(source, deps);
    if (visible === undefined) return c.body(null, 400);
    const { origin, isSchemeAssumed } = visible;
    const { host, hostname } = new URL(origin);
    const hostBrand = brands.byHost(host);
    if (usesBrandOfHost(c.req.path)) {
      const withoutDot = hostname.replace(/\.$/, "");
      if (unknownHosts === "refused" && !brands.listsHost(host) && !loopbackHost.test(withoutDot)) {
        warnOfHost((count) => log.warn("host.unknown", { count }));
        const { body, headers } = unknownHost[preferredLanguage(c.req.raw)];
        return c.body(body, 421, headers);
      }
      // The dot makes another site of it for cookies, passkeys and applications.
      if (withoutDot !== hostname && ["GET", "HEAD"].includes(c.req.method)) {
        const url = new URL(c.req.url);
        return c.redirect(`${origin.replace(hostname, withoutDot)}${url.pathname}${url.search}`, 308);
      }
      const sentOrigin = c.req.header("origin");
      const isRefused = hidesHttps({ isConfiguredHost: brands.listsHost }, { origin, sentOrigin });
      const kind = isBehindProxy(source, trusted) ? "trustedProxy" : "untrustedPeer";
      if (isRefused || isSchemeAssumed)
        warnOfProxy((count) => {
          const result = isRefused ? "refused" : "https";
          log.warn("proxy.header-missing", { reason: "X-Forwarded-Proto", kind, result, count });
        });
      // The check of a form's origin refuses it.
      if (hidesPort({ origin, sentOrigin }))
        warnOfPort((count) => {
          log.warn("proxy.header-missing", { reason: "port", kind, result: "refused", count });
        });
      if (isRefused) {
        const { body, headers } = insecurePage({ brand: hostBrand, language: preferredLanguage(c.req.raw, hostBrand) });
        return c.body(body, 400, headers);
      }
    }
    const clientIp = clientIpBehindProxies(source, trusted);
    const forwardedId = isBehindProxy(source, trusted) ? c.req.header("x-request-id") : undefined;
    const requestId = forwardedId !== undefined && /^[\w-]{8,64}$/.test(forwardedId) ? forwardedId : randomUUID();

    c.set("requestId", requestId);
    c.set("clientIp", clientIp);
    c.set("origin", origin);
    c.set("hostBrand", hostBrand);
    c.set("nonce", randomBytes(16).toString("base64url"));

    const headers = new Headers(c.req.raw.headers);
    for (const name of [...headers.keys()]) if (isInnerHeader(name)) headers.delete(name);
    headers.set("x-vestibule-client-ip", clientIp);
    headers.set("x-vestibule-origin", origin);
    headers.set("x-request-id", requestId);
    const { pathname, search } = new URL(c.req.url);
    c.req.raw = new Request(`${origin}${pathname}${search}`, { ...requestInit(c.req.raw), headers });
    await next();
  };
}

/** Identifies the sender of a request, both before the app and inside it. */
export interface RequestSource {
  /** IP of the socket's peer. */
  peer: string | undefined;
  /** Returns a header by its lower-case name; undefined if it is absent. */
  header(name: string): string | undefined;
}

export const sourceOf = ({ env, req }: Context<AppEnv>): RequestSource => ({
  peer: env?.incoming?.socket?.remoteAddress,
  header: (name) => req.header(name) ?? (name === "host" ? new URL(req.url).host : undefined),
});

export function clientIpBehindProxies(source: RequestSource, trusted: TrustedNetworks): string {
  return resolveClientIp({ peer: source.peer, forwardedFor: forwardedForOf(source), trusted });
}

/** The origin that the browser uses; undefined for a host that no browser would send. */
export function originOf(
  source: RequestSource,
  { brands, trusted, trustForwardedHost }: OriginDeps,
): VisibleOrigin | undefined {
  const { header } = source;
  return visibleOrigin({
    host: header("host"),
    isBehindProxy: isBehindProxy(source, trusted),
    forwardedProto: forwardedProtoOf(source, trusted),
    forwardedHost: trustForwardedHost
      ? hostOfOutermostProxy(header("x-forwarded-host"), { forwardedFor: forwardedForOf(source), trusted })
      : undefined,
    isConfiguredHost: brands.listsHost,
  });
}

/** Reads X-Forwarded-For or, without it, the `for` of Forwarded (RFC 7239). */
const forwardedForOf = (source: RequestSource) => source.header("x-forwarded-for") ?? forwardedList(source, "for");

/** Reads X-Forwarded-Proto or, without it, the `proto` of Forwarded (RFC 7239), which names the hops itself. */
function forwardedProtoOf(source: RequestSource, trusted: TrustedNetworks): string | undefined {
  const proto = source.header("x-forwarded-proto");
  if (proto) return valueOfOutermostProxy(proto, { forwardedFor: forwardedForOf(source), trusted });
  return valueOfOutermostProxy(forwardedList(source, "proto"), {
    forwardedFor: forwardedList(source, "for"),
    trusted,
  });
}

/** The values of a parameter of Forwarded, one for each hop. */
function forwardedList({ header }: RequestSource, name: string): string | undefined {
  const parameter = new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*"?([^";]*)`, "i");
  return header("forwarded")
    ?.split(",")
    .map((hop) => parameter.exec(hop)?.[1] ?? "")
    .join();
}

/** The API identifies a brand by its key and sets no cookies. */
function usesBrandOfHost(path: string): boolean {
  return !/^\/(api|account\/v1|chat-app|internal|health)\//.test(path);
}

export function isBehindProxy({ peer }: Pick<RequestSource, "peer">, trusted: TrustedNetworks): boolean {
  const hop = normalizeIp(peer ?? "");
  return hop !== undefined && trusted(hop);
}

/** Method and body of a request, to copy it with other headers. */
export function requestInit(request: Request): RequestInit & { duplex?: "half" } {
  const { method, signal } = request;
  if (method === "GET" || method === "HEAD") return { method, signal };
  return { method, signal, body: request.body, duplex: "half" };
}

const minuteMillis = 60_000;

/** Returns a function that runs a callback at most once a minute, with the number of its calls since the last run. */
export function oncePerMinute(): (call: (count: number) => void) => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (call) => {
    count += 1;
    if (performance.now() - calledAt < minuteMillis) return;
    call(count);
    calledAt = performance.now();
    count = 0;
  };
}
