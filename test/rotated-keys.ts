import { postgresAccountStore } from "@vestibule/api/accounts/postgres-account-store.adapter.ts";
import { buildApi } from "@vestibule/api/build-api.ts";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import { testAuditSecret } from "./book-file.ts";
import type { RegistrationTestApi } from "./registration.ts";

/** The same database behind servers with every secret rotated: a new one first, the one of `testKeys` second. */
export function rotateKeys<TestApi extends RegistrationTestApi>(testApi: TestApi): TestApi {
  const rotated = (secret: string) => [`new ${secret}`, secret];
  const keys = deriveKeys({
    token: rotated("token"),
    hash: rotated("hash"),
    lookup: rotated("lookup"),
    cookie: rotated("cookie"),
    audit: rotated(testAuditSecret),
  });
  const deps = { ...testApi.deps, keys, accountStore: postgresAccountStore({ keys, random: testApi.deps.random }) };
  const api = buildApi(deps);
  return { ...testApi, deps, apis: [api, api] };
}
