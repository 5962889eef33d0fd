import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { MiddlewareHandler } from "hono";
import type { AppEnv, RequestFacts } from "./request-facts.ts";

/** Fewer headers on an asset, and no-store unless the handler sets its own cache-control. */
export function responseHeaders(deps: {
  brands: BrandBook;
  build: "built" | "development";
  isDraining(): boolean;
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    // A request that was rejected early has no context.
    const facts = c.var as Partial<RequestFacts>;
    const { hostBrand = deps.brands.defaultBrand, origin = "", nonce = "", framedBy, hasFrames } = facts;
    const securityFacts = { brand: hostBrand, origin, nonce, framedBy, hasFrames, build: deps.build };
    // Set here and not by `c.header()`, which copies the response and its body each time.
    const { headers } = c.res;
    const isAsset = c.res.ok && c.req.path.startsWith("/assets/");
    if (isAsset) headers.delete("last-modified");
    else if (facts.requestId !== undefined) headers.set("x-request-id", facts.requestId);
    const defaults = isAsset ? assetHeaders : securityHeaders(securityFacts);
    for (const [name, value] of Object.entries({ "cache-control": "no-store", ...defaults }))
      if (!headers.has(name)) headers.set(name, value);
    // Makes proxies close their keep-alive connections to a server that shuts down.
    if (deps.isDraining()) headers.set("connection", "close");
  };
}

export interface PolicyFacts {
  brand: Brand;
  origin: string;
  nonce: string;
  /** Set where the page is shown in a frame of the screen gallery or of the team's pages. */
  framedBy?: "ourselves" | undefined;
  /** Set where the page shows others of this site in frames. */
  hasFrames?: true | undefined;
  /** In development the bundler may insert styles and use a WebSocket. */
  build: "built" | "development";
}

/** Headers of a script, stylesheet or font, which needs no content security policy because it is not a document. */
const assetHeaders = { "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" };

export const commonHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  // Isolates the portal from its opener, but keeps its handle on the chat window that it opens, to reuse it.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
};

/** Headers of every response; a handler's own `content-security-policy` takes precedence. */
export function securityHeaders(facts: PolicyFacts): Record<string, string> {
  return {
    ...commonHeaders,
    "content-security-policy": contentSecurityPolicy(facts),
    ...frameOptions(facts),
    ...(facts.origin.startsWith("https:") && {
      "strict-transport-security": "max-age=63072000; includeSubDomains",
    }),
  };
}

/** Scripts with the nonce and those that they load, no inline code, forms only to this site and the gateway. */
function contentSecurityPolicy(facts: PolicyFacts): string {
  const { brand, origin, nonce, hasFrames, build } = facts;
  const development = build === "development";
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": [`'nonce-${nonce}'`, "'strict-dynamic'"],
    "style-src": development ? ["'self'", "'unsafe-inline'"] : ["'self'", `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": development ? ["'self'", "ws:"] : ["'self'"],
    ...(hasFrames && { "frame-src": ["'self'"] }),
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "form-action": ["'self'", ...formTargets(brand)],
    "frame-ancestors": frameAncestors(facts).length > 0 ? frameAncestors(facts) : ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    ...(origin.startsWith("https:") && { "upgrade-insecure-requests": [] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}

/** Other origins that a form of this brand may be sent to. */
export function formTargets({ gateway }: Pick<Brand, "gateway">): string[] {
  return gateway.kind === "outside" ? [new URL(gateway.origin).origin] : [];
}

/** The same rule for browsers without `frame-ancestors`, which cannot name another host. */
function frameOptions(facts: PolicyFacts): Record<string, string> {
  if (facts.framedBy === "ourselves") return { "x-frame-options": "SAMEORIGIN" };
  return frameAncestors(facts).length === 0 ? { "x-frame-options": "DENY" } : {};
}

function frameAncestors({ brand, framedBy }: PolicyFacts): string[] {
  return framedBy === "ourselves" ? ["'self'"] : brand.webviewHosts.map((host) => `https://${host}`);
}
