import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { flow, pages } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { CompactSign, compactVerify } from "jose";
import { z } from "zod";
import type { KeyRing } from "../../platform/keys.port.ts";

const claims = z.object({
  sid: z.uuid(),
  step: z.enum(Object.values(flow).map((row) => row.step)),
  page: z.enum(pages),
  accountType: z.enum(accountTypes).optional(),
  jti: z.string().max(64),
  iat: z.number(),
  exp: z.number(),
});

/** Longer than any token this server makes. */
const longest = 2048;

export async function signToken(keys: KeyRing, token: RegistrationTokenClaims): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(token)))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(keys.newest);
}

/**
 * The claims of a token that one of our keys signed; undefined for anything else. Time is not judged here:
 * the database's clock decides. Hints about keys in a token's header are never followed.
 */
export async function readToken(keys: KeyRing, token: string): Promise<RegistrationTokenClaims | undefined> {
  if (token.length > longest) return undefined;
  for (const key of keys.all) {
    try {
      const { payload } = await compactVerify(token, key, { algorithms: ["HS256"] });
      return claims.parse(JSON.parse(new TextDecoder().decode(payload)));
    } catch {
      // Not this key's, or no token at all.
    }
  }
  return undefined;
}
