import { pbkdf2Sync, randomBytes, scryptSync } from "node:crypto";
import argon2 from "@node-rs/argon2";
import bcrypt from "@node-rs/bcrypt";
import { expect, test } from "vitest";
import { hashingPool } from "./hashing-pool.adapter.ts";
import { storedHashForm } from "./imported-hash.rule.ts";
import { passwordHashKind } from "./password-hash.rule.ts";
import { HashingBusy } from "./password-hashing.port.ts";

const pool = hashingPool({ cores: 2 });
// Example of RFC 7914, section 12, in PHC string form.
const rfcScrypt =
  "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw";

test("hashes a password as argon2id with the current settings", async () => {
  const hash = await pool.hash("Lilas-En-Mai-7");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await pool.verify("Lilas-En-Mai-7", hash)).toBe("correct");
  expect(await pool.verify("Lilas-En-Mai-8", hash)).toBe("wrong");
});

test("verifies hashes of other registries and reports that they need a rehash", async () => {
  const weaker = await argon2.hash("Lilas-En-Mai-7", { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const blowfish = await bcrypt.hash("Lilas-En-Mai-7", { cost: 4 });
  expect(await pool.verify("Lilas-En-Mai-7", weaker)).toBe("needsRehash");
  expect(await pool.verify("Lilas-En-Mai-7", blowfish)).toBe("needsRehash");
  expect(await pool.verify("pleaseletmein", rfcScrypt)).toBe("needsRehash");
  expect(await pool.verify("wrong", blowfish)).toBe("wrong");
  expect(await pool.verify("wrong", rfcScrypt)).toBe("wrong");
});

test.each([
  ["Django", "pbkdf2_sha256$1000$seasalt2seasalt2$Sp+R682aNQz0ACcmcpE3mGOtmxaJCyg7HMOiJqst1xw="],
  ["Django with SHA-1", "pbkdf2_sha1$1000$seasalt2seasalt2$GNYcpcLbRUsdPnjVwRr3TTKV6Ao="],
  ["passlib", "$pbkdf2-sha256$1000$JiTEWKt1DiGE0Np7rxWCcA$JUTguaNjRnyBhgn.Awa25xsW9kOEceAQcWeR5p7v3tE"],
  [
    "passlib with SHA-512",
    "$pbkdf2-sha512$1000$xfj/vzcGIKTUGkOoNSZESA$CwCWsC3xdLYTYLQf/KGmPp92ikkrMvC0DBX1WywlV/Hsc1jgnJMCE6Yveq98ThU0u7bhOR.JdbE2AKxaS/NRTA",
  ],
  ["passlib with SHA-1", "$pbkdf2$1000$uTeGcM6ZkxKCMGastZbyPg$8EBhk1OvbKA6yy3eDUMPNfoqR/E"],
  [
    "PBKDF2 of an LDAP directory",
    "{PBKDF2-SHA256}1000$OYewds75H8O4tzbG.H9vjQ$fNcmr4KBM36RNghW7R3ExLqpWSZebRgz5rBpfYGEJgQ",
  ],
  [
    "PBKDF2 in PHC form",
    "$pbkdf2-sha256$i=1000,l=32$JiTEWKt1DiGE0Np7rxWCcA$JUTguaNjRnyBhgn+Awa25xsW9kOEceAQcWeR5p7v3tE",
  ],
  [
    "Django with scrypt",
    "scrypt$16384$seasalt2$8$1$frZQCuemmlMbnM+AGmxn2cgUsQbQucEoweNSshpW5+j/im8THsnQmyFJIU/vdupp5AAzv17SmDzi+TI1dV5+XA==",
  ],
  [
    "Django with argon2",
    "argon2$argon2id$v=19$m=8192,t=1,p=1$Hk6Ynk91HBeBapVY1bcmfA$yowQRePz+EJDiJ+mYVrn5DUHRpm2+7nHvh5qY+NgYoA",
  ],
  ["Django with bcrypt", "bcrypt$$2b$04$Ygh1yJqKGkiVBPTQqiVz1ORH8aD/T18ublf8DAHNwh75JxKPqUkky"],
  [
    "argon2 of an LDAP directory, with padding",
    "{ARGON2}$argon2id$v=19$m=8192,t=1,p=1$Hk6Ynk91HBeBapVY1bcmfA==$yowQRePz+EJDiJ+mYVrn5DUHRpm2+7nHvh5qY+NgYoA=",
  ],
  ["bcrypt of Spring", "{bcrypt}$2b$04$Ygh1yJqKGkiVBPTQqiVz1ORH8aD/T18ublf8DAHNwh75JxKPqUkky"],
  ["bcrypt of an LDAP directory", "{CRYPT}$2b$04$Ygh1yJqKGkiVBPTQqiVz1ORH8aD/T18ublf8DAHNwh75JxKPqUkky"],
  ["{SSHA384}", "{SSHA384}j7BpDr3fAPYAATmkzAh4T2IeJ+xmiaxLra1c04KBm1hHFDuKkFT8g+ZgNV4s0ivPc2FsdHNhbHQ="],
  ["{SSHA}", "{SSHA}wICsjVT4ORYetyYIfpaUnVpd1fVCqLUW"],
  ["{SSHA256}", "{SSHA256}QZKqRCK/ro+sipp6bHrBUhYeS24Nl6n7N3OsW26uiqPMmVPKOeecsw=="],
  [
    "{SSHA512}",
    "{SSHA512}C2OYNwlbrGhUVuOuhlcuP9SBK/RYuc0dzPidKs/DE6sJfs4eg4qflZpZsjJktl2Cli2GIvY2PUbcHk9Cv7B21GBsrfX+nxNi",
  ],
])("verifies a hash of %s, and reports that it needs a rehash", async (_origin, imported) => {
  const hash = storedHashForm(imported);
  expect(passwordHashKind(hash)).toBeDefined();
  expect(await pool.verify("Lilas-En-Mai-7", hash)).toBe("needsRehash");
  expect(await pool.verify("Lilas-En-Mai-8", hash)).toBe("wrong");
});

test.each([
  ["pbkdf2", "sha1"],
  ["pbkdf2-sha256", "sha256"],
  ["pbkdf2-sha512", "sha512"],
])("verifies a credential of Keycloak with %s", async (algorithm, digest) => {
  const salt = randomBytes(16);
  const value = pbkdf2Sync("Lilas-En-Mai-7", salt, 1000, 64, digest).toString("base64");
  const credential = {
    type: "password",
    secretData: JSON.stringify({ value, salt: salt.toString("base64"), additionalParameters: {} }),
    credentialData: JSON.stringify({ hashIterations: 1000, algorithm, additionalParameters: {} }),
  };
  const hash = storedHashForm(JSON.stringify(credential));
  expect(passwordHashKind(hash)).toBe("pbkdf2");
  expect(await pool.verify("Lilas-En-Mai-7", hash)).toBe("needsRehash");
  expect(await pool.verify("Lilas-En-Mai-8", hash)).toBe("wrong");
});

/** A hash of ASP.NET Core Identity, version 3: its parameters, the salt and the key. */
function aspNetHash(digest: string, prf: number): string {
  const salt = randomBytes(16);
  const head = Buffer.alloc(13);
  head.writeUInt8(1, 0);
  [prf, 1000, salt.length].forEach((value, index) => {
    head.writeUInt32BE(value, 1 + 4 * index);
  });
  return Buffer.concat([head, salt, pbkdf2Sync("Lilas-En-Mai-7", salt, 1000, 32, digest)]).toString("base64");
}

const salt = Buffer.alloc(16, 7);
const key = pbkdf2Sync("Lilas-En-Mai-7", salt, 1000, 64, "sha256").toString("base64");
const credentialOfKeycloak = {
  type: "password",
  secretData: JSON.stringify({ value: key, salt: salt.toString("base64"), additionalParameters: {} }),
  credentialData: JSON.stringify({ hashIterations: 1000, algorithm: "pbkdf2-sha256" }),
};

test.each([
  ["ASP.NET Core Identity", aspNetHash("sha256", 1)],
  ["ASP.NET Core Identity with SHA-512", aspNetHash("sha512", 2)],
  [
    "Werkzeug",
    `pbkdf2:sha256:1000$saltsalt$${pbkdf2Sync("Lilas-En-Mai-7", "saltsalt", 1000, 32, "sha256").toString("hex")}`,
  ],
  [
    "Werkzeug with scrypt",
    `scrypt:16384:8:1$saltsaltsalt$${scryptSync("Lilas-En-Mai-7", "saltsaltsalt", 64, { N: 16_384, r: 8, p: 1 }).toString("hex")}`,
  ],
  [
    "Spring with the version of its settings",
    "{argon2@SpringSecurity_v5_8}$argon2id$v=19$m=8192,t=1,p=1$Hk6Ynk91HBeBapVY1bcmfA$yowQRePz+EJDiJ+mYVrn5DUHRpm2+7nHvh5qY+NgYoA",
  ],
  ["an LDIF file, in its Base64", btoa("{SSHA}wICsjVT4ORYetyYIfpaUnVpd1fVCqLUW")],
  ["{SSHA-256}", "{SSHA-256}QZKqRCK/ro+sipp6bHrBUhYeS24Nl6n7N3OsW26uiqPMmVPKOeecsw=="],
  ["Keycloak, in the list of a user's credentials", JSON.stringify([{ type: "otp" }, credentialOfKeycloak])],
  ["Keycloak, in a user of its export", JSON.stringify({ username: "zoe", credentials: [credentialOfKeycloak] })],
  [
    "Keycloak before version 9",
    JSON.stringify({
      ...{ type: "password", hashedSaltedValue: key, salt: salt.toString("base64"), hashIterations: 1000, counter: 0 },
      ...{ algorithm: "pbkdf2-sha256", digits: 0, period: 0, config: {} },
    }),
  ],
])("verifies a hash of %s", async (_origin, imported) => {
  const hash = storedHashForm(imported);
  expect(passwordHashKind(hash)).toBeDefined();
  expect(await pool.verify("Lilas-En-Mai-7", hash)).toBe("needsRehash");
  expect(await pool.verify("Lilas-En-Mai-8", hash)).toBe("wrong");
});

test("verifies a credential of Keycloak with argon2", async () => {
  const salt = "Hk6Ynk91HBeBapVY1bcmfA==";
  const value = "yowQRePz+EJDiJ+mYVrn5DUHRpm2+7nHvh5qY+NgYoA=";
  const parameters = { type: ["id"], version: ["1.3"], memory: ["8192"], parallelism: ["1"], hashLength: ["32"] };
  const hash = storedHashForm(
    JSON.stringify({
      secretData: JSON.stringify({ value, salt, additionalParameters: {} }),
      credentialData: JSON.stringify({ hashIterations: 1, algorithm: "argon2", additionalParameters: parameters }),
    }),
  );
  expect(passwordHashKind(hash)).toBe("argon2id");
  expect(await pool.verify("Lilas-En-Mai-7", hash)).toBe("needsRehash");
  expect(await pool.verify("Lilas-En-Mai-8", hash)).toBe("wrong");
});

const typedApart = "Été-à-Québec-7".normalize("NFD");
const typedWhole = typedApart.normalize("NFC");

test("verifies accents in any Unicode form, and rejects the password without them", async () => {
  for (const chosen of [typedApart, typedWhole]) {
    const hash = await pool.hash(chosen);
    for (const typed of [typedApart, typedWhole]) expect(await pool.verify(typed, hash)).toBe("correct");
    expect(await pool.verify("Ete-a-Quebec-7", hash)).toBe("wrong");
  }
});

test("verifies a hash of the password as typed and reports that it needs a rehash", async () => {
  const older = await argon2.hash(typedApart, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await pool.verify(typedApart, older)).toBe("needsRehash");
  expect(await pool.verify(typedApart, await bcrypt.hash(typedApart, { cost: 4 }))).toBe("needsRehash");
  expect(await pool.verify(`${typedApart}!`, older)).toBe("wrong");
});

test("hashes 64 accented characters without truncation", async () => {
  const longest = "é".repeat(64);
  const hash = await pool.hash(longest);
  expect(await pool.verify(longest, hash)).toBe("correct");
  expect(await pool.verify("é".repeat(63), hash)).toBe("wrong");
});

test.each([
  ["a plain word", "Lilas-En-Mai-7"],
  ["argon2i", "$argon2i$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo"],
  ["argon2id that takes 2 GiB", "$argon2id$v=19$m=2097152,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo"],
  ["bcrypt that takes minutes", `$2b$22$${"a".repeat(53)}`],
  ["PBKDF2 that takes seconds", "pbkdf2_sha256$9000000$seasalt2seasalt2$Sp+R682aNQz0ACcmcpE3mGOtmxaJCyg7HMOiJqst1xw="],
  ["PBKDF2 without iterations", "pbkdf2_sha256$0$seasalt2seasalt2$Sp+R682aNQz0ACcmcpE3mGOtmxaJCyg7HMOiJqst1xw="],
  ["{SSHA} without a salt", "{SSHA}wICsjVT4ORYetyYIfpaUnVpd1fU="],
  ["{SHA}", "{SHA}wICsjVT4ORYetyYIfpaUnVpd1fU="],
  ["a credential of Keycloak in another algorithm", storedHashForm('{"secretData":"{}","credentialData":"{}"}')],
  ["scrypt of Django whose cost is no power of two", storedHashForm(`scrypt$16000$seasalt2$8$1$${"a".repeat(86)}==`)],
  ["a hash of Django that bcrypt made of a digest", `bcrypt_sha256$$2b$04$${"a".repeat(53)}`],
  ["a hash of ASP.NET Core Identity that is cut off", storedHashForm(aspNetHash("sha256", 1).slice(0, 40))],
  ["a hash of ASP.NET Core Identity of another kind", storedHashForm(aspNetHash("sha256", 7))],
  ["Base64 of another text", btoa("{SSHA}?")],
  ["scrypt that takes 4 GiB", rfcScrypt.replace("ln=14", "ln=22")],
])("rejects %s as an imported hash", (_what, hash) => {
  expect(passwordHashKind(hash)).toBeUndefined();
});

test("A-098 treats a password that looks like a hash as a plain password", async () => {
  const disguised = await pool.hash("Something-Else-4");
  const hash = await pool.hash(disguised);
  expect(await pool.verify(disguised, hash)).toBe("correct");
  expect(await pool.verify("Something-Else-4", hash)).toBe("wrong");
});

test("A-104 runs two requests for each core, lets 32 wait and refuses the others of 500", async () => {
  const small = hashingPool({ cores: 1, waitMillis: 25_000 });
  const calls = Array.from({ length: 500 }, (_, index) =>
    small.run({ id: `${index}` }, () => small.dummyVerify("Lilas-En-Mai-7")),
  );
  const settled = Promise.allSettled(calls);
  expect(small.load()).toEqual({ running: 2, waiting: 32, refused: 466 });
  const refused = (await settled).filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(466);
  expect(refused.every(({ reason }) => reason instanceof HashingBusy)).toBe(true);
  expect(small.load()).toEqual({ running: 0, waiting: 0, refused: 466 });
});
