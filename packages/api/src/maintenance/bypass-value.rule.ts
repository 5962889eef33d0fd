import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { KeyRing } from "../platform/keys.port.ts";

const purpose = "maintenance-bypass";
const claims = z.strictObject({ purpose: z.literal(purpose), brands: z.array(z.string()), exp: z.int() });

/** Longer than any valid value, so that no long input is verified. */
const longest = 1024;

/** Signs a bearer value that bypasses maintenance mode of these brands until `end`. */
export function signBypass(keys: KeyRing, bypass: { brandIds: readonly string[]; end: Date }): Promise<string> {
  return new SignJWT({ purpose, brands: bypass.brandIds })
    .setExpirationTime(bypass.end)
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
      const { payload } = await jwtVerify(value, key, { algorithms: ["HS256"], currentDate: now });
      return claims.parse(payload).brands.includes(brandId);
    } catch {
      // Signed with another key, expired or invalid.
    }
  }
  return false;
}
