import { CompactSign, compactVerify } from "jose";
import { z } from "zod";
import type { KeyRing } from "../platform/keys.port.ts";

const claims = z.strictObject({
  purpose: z.literal("maintenance-bypass"),
  brands: z.array(z.string()),
  /** Expiry in epoch seconds. */
  exp: z.number().int(),
});

/** Longer than any valid value, so that no long input is verified. */
const longest = 1024;

/** Signs a bearer value that bypasses maintenance mode of these brands until `end`. */
export function signBypass(keys: KeyRing, bypass: { brandIds: readonly string[]; end: Date }): Promise<string> {
  const exp = Math.floor(bypass.end.getTime() / 1000);
  const content = { purpose: "maintenance-bypass", brands: [...bypass.brandIds], exp } satisfies z.infer<typeof claims>;
  return new CompactSign(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "HS256" })
    .sign(keys.newest);
}

/** Whether a value is a valid bypass for this brand that has not expired. */
export async function bypassOpens(
  keys: KeyRing,
  { value, brandId, now }: { value: string; brandId: string; now: Date },
): Promise<boolean> {
  if (value.length > longest) return false;
  for (const key of keys.all) {
    try {
      const { payload } = await compactVerify(value, key, { algorithms: ["HS256"] });
      const { brands, exp } = claims.parse(JSON.parse(new TextDecoder().decode(payload)));
      return brands.includes(brandId) && now.getTime() < exp * 1000;
    } catch {
      // Signed with another key, or invalid.
    }
  }
  return false;
}
