import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import type { AppEnv } from "./request-facts.ts";

const securityPath = "/.well-known/security.txt";
const dayMillis = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. Counted from each response, so it never expires while the server runs. */
const securityDays = 90;
const cacheControl = "public, max-age=3600";

/** Search engines may read only the first page, which has a noindex directive. */
const robots = "User-agent: *\nAllow: /$\nDisallow: /\n";

/** Well-known URLs of every site (RFC 8615, RFC 9309). */
export function wellKnownRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/robots.txt", (c) => c.text(robots, 200, { "cache-control": cacheControl }))
    .get(securityPath, (c) => {
      const { hostBrand, origin } = c.var;
      if (hostBrand.securityContacts.length === 0) return c.body(null, 404);
      return c.text(securityText(hostBrand, origin), 200, { "cache-control": cacheControl });
    })
    .get("/.well-known/change-password", (c) => c.redirect(recoveryFlow.FORGOT.path, 302));
}

/** RFC 9116; its canonical URL is included only over https, as the RFC requires. */
function securityText(brand: Brand, visibleOrigin: string): string {
  const origin = brand.origin ?? visibleOrigin;
  const expires = new Date((Math.floor(Date.now() / dayMillis) + securityDays) * dayMillis);
  const lines = [
    ...brand.securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${brandLanguages(brand).join(", ")}`,
    ...(origin.startsWith("https://") ? [`Canonical: ${origin}${securityPath}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function brandLanguages({ defaults, provinces }: Brand): Language[] {
  const provinceLanguages = new Set(Object.values(provinces).flatMap((province) => province.languages));
  const others = languages.filter((language) => language !== defaults.language && provinceLanguages.has(language));
  return [defaults.language, ...others];
}
