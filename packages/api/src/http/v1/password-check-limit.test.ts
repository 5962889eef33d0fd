import { expect, test, vi } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { createTestApi } from "../../../../../test/test-api.ts";
import { buildApi } from "../../build-api.ts";
import { hashingPool } from "../../passwords/hashing-pool.adapter.ts";

const testApi = closeAfterTests(await createTestApi({ hashing: hashingPool({ cores: 1, waitMillis: 25_000 }) }));

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
  "A-104 answers 503 to %s from a client IP that fills the queue, and accepts another IP",
  async (_what, path, body) => {
    const { hashing } = testApi.deps;
    const refusedBefore = hashing.load().refused;
    const held = Promise.withResolvers<void>();
    const flood = Array.from({ length: 34 }, () => hashing.run({ id: "198.51.100.7" }, () => held.promise));
    const ended = Promise.allSettled(flood);

    const refused = await call(path, body, "198.51.100.7");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ errorCode: 1503 });
    const other = call(path, body, "192.0.2.1");
    await vi.waitUntil(() => hashing.load().refused > refusedBefore + 1, { timeout: 20_000 });
    held.resolve();
    expect((await other).status).toBeLessThan(500);
    await ended;
    expect((await call(path, body, "198.51.100.7")).status).toBeLessThan(500);
  },
);
