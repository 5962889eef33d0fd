import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";

export interface PageFacts {
  brand: Brand;
  origin: string;
  nonce: string;
  /** Set where the page is a picture on a page of ours. */
  framedBy?: "ourselves" | undefined;
  /** Development lets the bundler put its styles in and speak over a socket. */
  build: "built" | "development";
}

/** Of every answer, whatever it is. */
export const everywhere: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  // Who opens the portal has no hold of it; the chat that it opens stays in its reach, to be found again.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
};

/** Headers of every answer; `content-security-policy` of an answer that brings its own stands. */
export function securityHeaders(facts: PageFacts): Record<string, string> {
  return {
    ...everywhere,
    "content-security-policy": contentSecurityPolicy(facts),
    ...(framers(facts).length === 0 && { "x-frame-options": "DENY" }),
    ...(facts.origin.startsWith("https:") && {
      "strict-transport-security": "max-age=63072000; includeSubDomains",
    }),
  };
}

/** Scripts by nonce and what they load, no inline code, forms to ourselves and to where the brand's configuration sends them. */
function contentSecurityPolicy(facts: PageFacts): string {
  const { brand, origin, nonce, build } = facts;
  const development = build === "development";
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": [`'nonce-${nonce}'`, "'strict-dynamic'"],
    "style-src": development ? ["'self'", "'unsafe-inline'"] : ["'self'", `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": development ? ["'self'", "ws:"] : ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'", ...formTargets(brand)],
    "frame-ancestors": framers(facts).length > 0 ? framers(facts) : ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    ...(origin.startsWith("https:") && { "upgrade-insecure-requests": [] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}

/** Browsers hold a form's redirects against this list too, so the applications behind the gateway belong to it. */
function formTargets(brand: Brand): string[] {
  const applications = [brand.applicationUrl, ...Object.values(brand.clientLoginActions)];
  const gateway = brand.gateway.kind === "outside" ? [brand.gateway.origin] : [];
  const origins = [...gateway, ...applications].map((link) => URL.parse(link ?? "")?.origin);
  return [...new Set(origins.filter((origin) => origin !== undefined && origin !== "null"))] as string[];
}

function framers({ brand, framedBy }: PageFacts): string[] {
  return framedBy === "ourselves" ? ["'self'"] : brand.webviewHosts.map((host) => `https://${host}`);
}
