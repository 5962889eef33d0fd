import { buildApi } from "@vestibule/api/build-api.ts";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import { testAuditSecret } from "./book-file.ts";
import type { RegistrationTestApi } from "./registration.ts";

/**
 * Returns the same database behind servers with rotated secrets: each has a new secret in addition to that of
 * `testKeys`, which verifies in the first step and signs in the second.
 */
export function rotateKeys<TestApi extends RegistrationTestApi>(testApi: TestApi, step: 1 | 2 = 2): TestApi {
  const rotated = (secret: string) => (step === 1 ? [secret, `new ${secret}`] : [`new ${secret}`, secret]);
  const keys = deriveKeys({
    token: rotated("token"),
    hash: rotated("hash"),
    lookup: rotated("lookup"),
    cookie: rotated("cookie"),
    audit: rotated(testAuditSecret),
  });
  const deps = { ...testApi.deps, keys };
  const api = buildApi(deps);
  return { ...testApi, deps, apis: [api, api] };
}
