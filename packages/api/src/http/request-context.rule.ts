import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { type Language, languages, type ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { readTrustedDevices, trustedDeviceHeader } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { puzzleSolutionHeader } from "@vestibule/contract/v1/puzzle.schema.ts";
import {
  brandVersionHeader,
  browserSessionHeader,
  browserSessionIdPattern,
  emailSourceHeader,
} from "@vestibule/contract/v1/support.schema.ts";
import { readDevice } from "../accounts/device.rule.ts";
import type { ApiDeps, RequestContext } from "../deps.ts";

/**
 * Reads brand, province, language, client IP and origin of a request. A province or language that the brand does not
 * serve becomes the brand's default; client IP and origin are trusted because the app strips these headers from
 * outside requests. Undefined for an unknown API key.
 */
export function readRequestContext(
  { brands, mode, random, keys, clock }: Pick<ApiDeps, "brands" | "mode" | "random" | "keys" | "clock">,
  request: Request,
): RequestContext | undefined {
  const header = (name: string) => request.headers.get(name) ?? "";
  const brand = brands.byApiKey(header("api-key"));
  if (brand === undefined) return undefined;
  const province = servedProvince(brand, header("province")) ?? brand.defaults.province;
  const browserSessionId = header(browserSessionHeader);
  const device = header(trustedDeviceHeader);
  const brandVersion = header(brandVersionHeader);
  const emailSource = linkSources.find((source) => source === header(emailSourceHeader));
  const seen = URL.parse(header("x-vestibule-origin"))?.origin ?? new URL(request.url).origin;
  return {
    brand,
    province,
    language: requestLanguage(brand, { province, requested: header("language") }),
    clientIp: clientIpOf(request),
    requestId: requestIdOf(request) ?? random.token(16),
    origin: mode === "production" ? (brand.origin ?? seen) : seen,
    visibleOrigin: seen,
    device: readDevice(request.headers.get("user-agent") ?? undefined),
    ...(browserSessionIdPattern.test(browserSessionId) && { browserSessionId }),
    ...(emailSource && { emailSource }),
    ...(/^\d{1,9}$/.test(brandVersion) && { brandVersion: Number(brandVersion) }),
    puzzleSolution: header(puzzleSolutionHeader) || undefined,
    ...(device !== "" && {
      trustedDevices: readTrustedDevices({ signed: device, now: clock.now(), keys: keys.cookie }),
    }),
  };
}

/** Client IP from the app's header; all clients without one share the same value. */
export function clientIpOf(request: Request): string {
  return request.headers.get("x-vestibule-client-ip") || "unknown";
}

/** Request id from the header; undefined when missing or malformed. */
export function requestIdOf(request: Request): string | undefined {
  const requestId = request.headers.get("x-request-id") ?? "";
  return /^[\w-]{8,64}$/.test(requestId) ? requestId : undefined;
}

/** Undefined for a province that the brand does not serve. */
export function servedProvince(brand: Brand, requested: string): ProvinceId | undefined {
  const province = requested.toLowerCase();
  return isIdOf(brand.provinces, province) ? province : undefined;
}

/** The requested language if the province offers it; else the brand's default, or the province's first. */
function requestLanguage(brand: Brand, { province, requested }: { province: ProvinceId; requested: string }): Language {
  const spoken = brand.provinces[province]?.languages ?? [brand.defaults.language];
  const language = languages.find((id) => id === requested.toLowerCase());
  if (language !== undefined && spoken.includes(language)) return language;
  return spoken.includes(brand.defaults.language) ? brand.defaults.language : (spoken[0] ?? brand.defaults.language);
}
