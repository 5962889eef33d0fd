import { buildApi } from "@vestibule/api/build-api.ts";
import { builtInRegistry } from "@vestibule/api/capabilities/accounts/built-in-registry.adapter.ts";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import { testAuditSecret } from "./book-file.ts";
import type { RegistrationHouse } from "./registration.ts";

/** The same database behind servers whose every secret was rotated: a new one first, the one of `testKeys` second. */
export function rotateKeys<House extends RegistrationHouse>(house: House): House {
  const rotated = (secret: string) => [`new ${secret}`, secret];
  const keys = deriveKeys({
    token: rotated("token"),
    hash: rotated("hash"),
    lookup: rotated("lookup"),
    cookie: rotated("cookie"),
    audit: rotated(testAuditSecret),
  });
  const parts = { ...house.parts, keys, users: builtInRegistry({ keys, random: house.parts.random }) };
  const api = buildApi(parts);
  return { ...house, parts, apis: [api, api] };
}
