import { createHash, randomBytes } from "node:crypto";
import { compactVerify, importJWK, SignJWT } from "jose";
import { expect, test } from "vitest";
import { signingKeys } from "./signing-key.rule.ts";

const ringOf = (...all: Uint8Array[]) => ({ newest: all[0] ?? new Uint8Array(), all });

test("derives the same RSA and P-256 keys on every server", async () => {
  const ring = ringOf(randomBytes(32));
  const keys = await signingKeys(ring);
  expect(keys.map(({ alg }) => alg)).toEqual(["RS256", "ES256"]);
  expect(await signingKeys(ring)).toEqual(keys);
});

test("derives the keys of earlier versions from a secret", async () => {
  const keys = await signingKeys(ringOf(new Uint8Array(32).fill(7)));
  const digests = keys.map((key) =>
    createHash("sha256")
      .update(String(key.n ?? key.x))
      .digest("hex")
      .slice(0, 16),
  );
  expect(digests).toEqual(["61cd6b165fa5ead0", "82b1eed6f0cfd203"]);
});

test.each([0, 1])("signs with what the published part of key %i verifies", async (index) => {
  const key = (await signingKeys(ringOf(randomBytes(32))))[index];
  const alg = key?.alg ?? "";
  const token = await new SignJWT({ sub: "person" }).setProtectedHeader({ alg }).sign(await importJWK(key ?? {}, alg));
  const { kty, crv, n, e, x, y } = key ?? { kty: "" };
  const published = JSON.parse(JSON.stringify({ kty, crv, n, e, x, y }));
  expect((await compactVerify(token, await importJWK(published, alg))).protectedHeader.alg).toBe(alg);
  if (n !== undefined) expect(Buffer.from(String(n), "base64url")).toHaveLength(256);
});

test("puts the keys of the newest secret first", async () => {
  const [newest, older] = [randomBytes(32), randomBytes(32)];
  const keys = await signingKeys(ringOf(newest, older));
  expect(keys).toEqual([...(await signingKeys(ringOf(newest))), ...(await signingKeys(ringOf(older)))]);
});
