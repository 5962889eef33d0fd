import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandData } from "./brand.schema.ts";

/** Whether no part of a wordmark uses `currentColor`: it then needs a suitable background in dark mode too. */
export function hasOwnColours(wordmarkSvg: string): boolean {
  return !wordmarkSvg.includes('"currentColor"');
}

/** Origins of a brand's portal: the configured one, and those of its hosts. */
export function brandOrigins({ origin, hosts }: Pick<Brand, "origin" | "hosts">): string[] {
  const urls = [origin ?? [], hosts.map((host) => `https://${host}`)].flat();
  return urls.flatMap((url) => URL.parse(url)?.origin ?? []);
}

/** Whether a new password signs in at once. It needs a ticket, which only the built-in gateway accepts. */
export function signsInAfterReset({ features, gateway }: Pick<BrandData, "features" | "gateway">): boolean {
  return features.signInAfterReset && gateway.kind === "builtIn";
}

/** The brand's public site in a language, for a province. */
export function marketingUrlOf(
  { marketingUrl }: Pick<BrandData, "marketingUrl">,
  { language, province }: { language: Language; province: ProvinceId },
): string {
  return marketingUrl.provinces[province]?.[language] ?? marketingUrl[language];
}

/** `client_login_action` names a URL on the brand's closed list, for after the sign-in. */
export function requestedApplicationUrl(
  { clientLoginActions }: Pick<BrandData, "clientLoginActions">,
  name: string | null | undefined,
): string | undefined {
  return name && Object.hasOwn(clientLoginActions, name) ? clientLoginActions[name] : undefined;
}
