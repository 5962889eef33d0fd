import { expect, test } from "vitest";
import { deriveKeys } from "./keys.adapter.ts";

const one = "a secret that is long enough for anybody";
const two = "another secret, as long as the first one";

test("derives a different key for every purpose from one secret", () => {
  const keys = deriveKeys({ token: [one], hash: [one], lookup: [one], cookie: [one], audit: [one] });
  const hex = [keys.sessionToken, keys.secretHash, keys.lookupHash, keys.operator, keys.cookie, keys.audit].map(
    ({ newest }) => Buffer.from(newest).toString("hex"),
  );
  expect(new Set(hex).size).toBe(6);
  expect(keys.cookie.newest).toHaveLength(32);
});

test("F-35 changes the keys of tokens outside the database after a restore, but not those of stored hashes", () => {
  const secrets = { token: [one], hash: [one], lookup: [one], cookie: [one], audit: [one] };
  const before = deriveKeys(secrets);
  const after = deriveKeys(secrets, "an epoch");
  const changed = (Object.keys(before) as (keyof typeof before)[]).filter(
    (purpose) => !Buffer.from(before[purpose].newest).equals(Buffer.from(after[purpose].newest)),
  );
  expect(changed.sort()).toEqual(["cookie", "oidcSigning", "operator", "sessionToken"]);
});

test("A-202 signs with the new secret after a change and still verifies with the previous one", () => {
  const only = (secrets: string[]) => ({
    token: secrets,
    hash: secrets,
    lookup: secrets,
    cookie: secrets,
    audit: secrets,
  });
  const before = deriveKeys(only([one])).sessionToken;
  const after = deriveKeys(only([two, one])).sessionToken;
  expect(after.newest).not.toEqual(before.newest);
  expect(after.all).toContainEqual(before.newest);
});
