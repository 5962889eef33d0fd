import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { createTestApi } from "../../../../../test/test-api.ts";
import { buildApi } from "../../build-api.ts";
import { passwordCheckLimiter } from "../../passwords/password-check-limiter.adapter.ts";

const testApi = closeAfterTests(await createTestApi({ passwordChecks: passwordCheckLimiter({ slots: 4 }) }));

const call = (path: string, body: object, clientIp: string) =>
  buildApi(testApi.deps).request(path, {
    method: "POST",
    headers: { "content-type": "application/json", "api-key": "belair", "x-vestibule-client-ip": clientIp },
    body: JSON.stringify(body),
  });

test.each([
  ["a password at an id that was found", "/api/v1/accounts/some-id/authentication", { password: "Not-The-One-1" }],
  ["a temporary password", "/api/v1/accounts/some-id/temporary", { tempPassword: "Not-The-One-1" }],
  ["a new password", "/api/v1/accounts/some-id/password", { password: "Not-The-One-1", token: "x" }],
])(
  "A-104 answers 503 to %s from a client IP that uses up its capacity, and accepts another IP",
  async (_what, path, body) => {
    const { passwordChecks } = testApi.deps;
    const flood = { clientIp: "198.51.100.7" };
    const releases: (() => void)[] = [];
    for (let release = passwordChecks.reserve(flood); release; release = passwordChecks.reserve(flood))
      releases.push(release);

    const refused = await call(path, body, flood.clientIp);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ errorCode: 1503 });
    expect((await call(path, body, "192.0.2.1")).status).toBeLessThan(500);

    for (const release of releases) release();
    expect((await call(path, body, flood.clientIp)).status).toBeLessThan(500);
  },
);
