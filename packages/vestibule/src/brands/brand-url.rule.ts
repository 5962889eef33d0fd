import { hostReach } from "@vestibule/api/platform/host-reach.rule.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import { type BrandFinding, formatJsonPath } from "@vestibule/contract/brand/brand-fault.ts";

// Line separators and control characters would allow header injection in e-mails; format characters are not seen.
const breaking = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Checks origins, and plain texts that are written to a header, a link or an e-mail. */
export function checkBrandUrls({ brand, mode }: { brand: BrandData; mode: "demo" | "production" }): BrandFinding[] {
  const findings = [...checkOrigin(brand, mode), ...checkGateway(brand)];
  walk(brand, [], (text, path) => {
    if (breaking.test(text))
      findings.push({
        location: formatJsonPath(path),
        reason: "contains a line end or control character",
        code: "control",
      });
  });
  return findings;
}

function checkOrigin({ origin, hosts }: BrandData, mode: "demo" | "production"): BrandFinding[] {
  if (origin === undefined && mode === "demo") return [];
  if (origin === undefined) {
    const unreachable = hosts.length === 0 ? ", and hosts names no host that opens this brand" : "";
    return [
      { location: "origin", reason: `is missing: links in messages need it${unreachable}`, code: "originMissing" },
    ];
  }
  const location = "origin";
  if (!isOrigin(origin))
    return [{ location, reason: "scheme and host alone, such as https://portal.example", code: "originForm" }];
  if (!origin.startsWith("https://")) return [{ location, reason: "must begin with https://", code: "https" }];
  return [];
}

/** The browser posts passwords to this origin. */
function checkGateway({ gateway }: BrandData): BrandFinding[] {
  if (gateway.kind === "builtIn") return [];
  const location = "gateway.origin";
  if (!isOrigin(gateway.origin))
    return [{ location, reason: "scheme and host alone, such as https://signon.example", code: "originForm" }];
  const { protocol, hostname } = new URL(gateway.origin);
  if (protocol === "https:" || (protocol === "http:" && hostReach(hostname) !== "public")) return [];
  return [{ location, reason: "must begin with https://, except in a private network", code: "https" }];
}

const isOrigin = (url: string) => URL.parse(url)?.origin === url;

function walk(value: unknown, path: PropertyKey[], visit: (text: string, path: PropertyKey[]) => void) {
  if (typeof value === "string") visit(value, path);
  else if (Array.isArray(value)) for (const [index, inner] of value.entries()) walk(inner, [...path, index], visit);
  else if (value && typeof value === "object")
    for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key], visit);
}
