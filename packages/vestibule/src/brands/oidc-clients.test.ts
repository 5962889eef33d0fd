import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkBrands } from "../command-line/brand.command.ts";
import { loadBrands } from "./brand-loader.adapter.ts";
import { readOidcClients } from "./oidc-clients.adapter.ts";
import { brandsDirectory, temporaryDirectory } from "./test/planted-brand.ts";

const claims = {
  name: { en: "Claims", fr: "Réclamations" },
  type: "confidential",
  redirectUris: ["https://claims.example/callback"],
};
const builtIn = { kind: "builtIn" } as const;
const resources = [{ id: "https://api.example/claims", scopes: ["claims:read"], signedBy: "RS256" as const }];

let folder: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

/** The applications of a folder with one file, and its faults. */
async function read(content: object, name = "claims.json", gateway: BrandData["gateway"] = builtIn) {
  mkdirSync(join(folder.directory, "oidc"), { recursive: true });
  writeFileSync(join(folder.directory, "oidc", name), JSON.stringify(content));
  const { clients, faults } = await readOidcClients([join(folder.directory, "oidc")], { gateway, resources });
  const lines = faults.map(
    ({ file, location, reason }) => `${relative(folder.directory, file)}:${location}: ${reason}`,
  );
  return { clients, lines };
}

describe("applications of a brand", () => {
  test("are an empty list without a folder", async () => {
    expect(await readOidcClients([join(folder.directory, "none")], { gateway: builtIn, resources })).toEqual({
      clients: [],
      faults: [],
    });
  });

  test("are reported when a file or the folder cannot be read", async () => {
    const directory = join(folder.directory, "oidc");
    mkdirSync(join(directory, "claims.json"), { recursive: true });
    writeFileSync(join(folder.directory, "more"), "");
    const { faults } = await readOidcClients([directory, join(folder.directory, "more")], {
      gateway: builtIn,
      resources,
    });
    expect(faults).toMatchObject([
      { file: join(folder.directory, "more"), location: "", reason: "cannot be read (ENOTDIR)" },
      { file: join(directory, "claims.json"), location: "", reason: "cannot be read (EISDIR)" },
    ]);
  });

  test("have the name of their file as client_id, and the e-mail and language as scopes", async () => {
    const { clients } = await read(claims);
    expect(clients).toEqual([{ ...claims, id: "claims", postLogoutRedirectUris: [], scopes: ["email", "profile"] }]);
  });

  test.each([
    ["http://claims.example/callback", "must begin with https://, except on loopback"],
    ["https://*.claims.example/callback", "is compared as a whole: a wildcard is not possible"],
    ["https://claims.example/callback#part", "has no fragment"],
    ["https://user@claims.example/callback", "has no user name"],
    ["claims", "a whole URL, such as https://claims.example/callback"],
  ])("are refused with the redirect URI %s", async (uri, reason) => {
    const { lines } = await read({ ...claims, redirectUris: [uri] });
    expect(lines).toContain(`oidc/claims.json:redirectUris[0]: ${reason}`);
  });

  test.each(["http://localhost:8080/callback", "http://127.0.0.1/callback", "http://[::1]:9/callback"])(
    "may run on loopback: %s",
    async (uri) => {
      expect((await read({ ...claims, redirectUris: [uri] })).lines).toEqual([]);
    },
  );

  test.each(["com.acme.claims:/callback", "com.acme.claims://callback", "example.acme.auth-2:/a/b"])(
    "may return to an app by its scheme: %s",
    async (uri) => {
      const sectorIdentifierUri = "https://claims.example/";
      const app = { ...claims, type: "public", redirectUris: [uri], sectorIdentifierUri };
      expect((await read({ ...app, postLogoutRedirectUris: [uri] })).lines).toEqual([]);
      expect((await read({ ...app, type: "confidential" })).lines).toEqual([
        "oidc/claims.json:redirectUris: may have an app’s own scheme where the type is public and a sectorIdentifierUri decides the subject of a person",
      ]);
      expect((await read({ ...app, sectorIdentifierUri: undefined })).lines).toHaveLength(1);
    },
  );

  test.each(["claims:/callback", "javascript:alert(1)//com.acme", "com.acme.claims:callback", "com.acme.claims:/a#b"])(
    "are refused with the scheme of %s",
    async (uri) => {
      const app = { ...claims, type: "public", redirectUris: [uri], sectorIdentifierUri: "https://claims.example/" };
      expect((await read(app)).lines.join()).toContain("redirectUris[0]");
    },
  );

  test("may ask for the brand's resources alone", async () => {
    const [{ id }] = resources as [(typeof resources)[0]];
    expect((await read({ ...claims, resources: [id] })).lines).toEqual([]);
    expect((await read({ ...claims, resources: [id, "https://api.example/other"] })).lines).toEqual([
      "oidc/claims.json:resources[1]: brand.json has no resource https://api.example/other",
    ]);
  });

  test("have public keys alone, and only where they are confidential", async () => {
    const key = { kty: "EC", crv: "P-256", x: "x".repeat(43), y: "y".repeat(43) };
    expect((await read({ ...claims, jwks: { keys: [key] } })).lines).toEqual([]);
    expect((await read({ ...claims, jwks: { keys: [{ ...key, d: "d" }] } })).lines).toEqual([
      "oidc/claims.json:jwks.keys[0]: is a private key: it stays with the application",
    ]);
    expect((await read({ ...claims, type: "public", jwks: { keys: [key] } })).lines).toEqual([
      "oidc/claims.json:jwks: is for an application of the type confidential",
    ]);
  });

  test.each([
    [{ crv: "P-384", x: "x".repeat(64), y: "y".repeat(64) }],
    [{ x: undefined }],
    [{ x: "x" }],
    [{ alg: "ES384" }],
    [{ alg: "RS256" }],
    [{ use: "enc" }],
    [{ kid: 1 }],
    [{ kty: "RSA" }],
    [{ kty: "RSA", n: "n".repeat(171), e: "AQAB" }],
    [{ kty: "RSA", n: "n".repeat(342), e: "AQAB", alg: "RS512" }],
    [{ kty: "RSA", n: "n".repeat(342) }],
  ])("are refused with a key with %o, which the provider cannot use", async (changes) => {
    const key = { kty: "EC", crv: "P-256", x: "x".repeat(43), y: "y".repeat(43), ...changes };
    expect((await read({ ...claims, jwks: { keys: [key] } })).lines).toEqual([
      expect.stringMatching(/^oidc\/claims\.json:jwks\.keys\[0\]: verifies no assertion/),
    ]);
  });

  test("have RSA keys of either algorithm", async () => {
    const key = { kty: "RSA", n: "n".repeat(342), e: "AQAB", kid: "2026", use: "sig" };
    const keys = [key, { ...key, alg: "RS256" }, { ...key, alg: "PS256" }];
    expect((await read({ ...claims, jwks: { keys } })).lines).toEqual([]);
  });

  test.each(["urn:vestibule:two-factor", "urn:vestibule:passkey"])("may demand the level %s", async (minimumAcr) => {
    const { clients, lines } = await read({ ...claims, minimumAcr });
    expect(lines).toEqual([]);
    expect(clients).toMatchObject([{ id: "claims", minimumAcr }]);
  });

  test("are refused with a level that does not exist", async () => {
    const { clients, lines } = await read({ ...claims, minimumAcr: "urn:vestibule:two-factors" });
    expect(lines).toEqual([expect.stringMatching(/^oidc\/claims\.json:minimumAcr: .*"urn:vestibule:two-factor"/)]);
    expect(clients).toEqual([]);
  });

  test("may not ask for the tokens of an API when they are of another company", async () => {
    expect((await read({ ...claims, thirdParty: true })).lines).toEqual([]);
    const { lines } = await read({ ...claims, thirdParty: true, resources: ["https://api.example/claims"] });
    expect(lines).toContainEqual(
      expect.stringMatching(/^oidc\/claims\.json:resources: are for applications of the insurer/),
    );
  });

  test("hand a login over with the scope offline_access alone, and not when they are of another company", async () => {
    const refused = [expect.stringMatching(/^oidc\/claims\.json:handsOver: is for an application of the insurer/)];
    expect((await read({ ...claims, handsOver: true })).lines).toEqual(refused);
    const scopes = ["offline_access"];
    expect((await read({ ...claims, handsOver: true, scopes, thirdParty: true })).lines).toEqual(refused);
    expect((await read({ ...claims, handsOver: true, scopes })).lines).toEqual([]);
  });

  test("are refused with redirect URIs on several hosts", async () => {
    const several = [...claims.redirectUris, "https://other.example/callback"];
    const { lines } = await read({ ...claims, redirectUris: several });
    expect(lines).toEqual([
      "oidc/claims.json:redirectUris: are on one host, unless a sectorIdentifierUri says which host decides the subject of a person",
    ]);
    const sectorIdentifierUri = "https://claims.example/hosts.json";
    expect((await read({ ...claims, redirectUris: several, sectorIdentifierUri })).lines).toEqual([]);
  });

  test("are refused with a secret in their file", async () => {
    const { lines } = await read({ ...claims, secret: "in-the-folder-of-the-brand" });
    expect(lines).toEqual(["oidc/claims.json:secret: is not known here"]);
  });

  test("are refused with unknown fields, each by its name", async () => {
    const { lines } = await read({ ...claims, colour: "red", flavour: "mint" });
    expect(lines).toEqual([
      "oidc/claims.json:colour: is not known here",
      "oidc/claims.json:flavour: is not known here",
    ]);
  });

  test("are refused with a name that is not a client_id, and with an outside gateway", async () => {
    const named = await read(claims, "Claims App.json");
    expect(named.lines[0]).toMatch(/^oidc\/Claims App.json:: its name is the client_id/);
    const outside = {
      kind: "outside",
      origin: "https://login.example",
      loginPath: "/login",
      registry: "none",
    } as const;
    const { lines } = await read(claims, "claims.json", outside);
    expect(lines).toContain("oidc/claims.json:: is not possible with an outside gateway, which signs people in itself");
  });
});

describe("applications outside the brands’ folders", () => {
  const sources = { directories: [brandsDirectory], defaultBrand: "belair", mode: "production" } as const;
  const sourcesWith = (files: Readonly<Record<string, object>>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder.directory, name)), { recursive: true });
      writeFileSync(join(folder.directory, name), JSON.stringify(content));
    }
    return { ...sources, clientsDirectory: join(folder.directory, "clients") };
  };

  test("belong to the brand that their folder names", async () => {
    const loaded = await loadBrands(sourcesWith({ "clients/intact/claims.json": claims }));
    if (loaded.kind === "invalid") throw new Error(JSON.stringify(loaded.faults));
    const idsOf = (id: string) => loaded.book.byId(id)?.oidcClients.map((client) => client.id);
    expect(idsOf("intact")).toEqual(["claims"]);
    expect(idsOf("belair")).toEqual([]);
  });

  test("are refused with the client_id of another file of the brand, and brand check names both files", async () => {
    cpSync(join(brandsDirectory, "belair"), join(folder.directory, "brands/belair"), { recursive: true });
    const more = sourcesWith({ "brands/belair/oidc/claims.json": claims, "clients/belair/claims.json": claims });
    const checked = await checkBrands({ ...more, directories: [brandsDirectory, join(folder.directory, "brands")] });
    const [first, second] = ["brands/belair/oidc", "clients/belair"].map((name) =>
      join(folder.directory, name, "claims.json"),
    );
    expect(checked.failure).toBe("refusal");
    expect(checked.text).toContain(`${second}: the client_id claims is already used by ${first}`);
  });

  test("are refused in a folder that belongs to no brand, and in a directory that does not exist", async () => {
    const unknown = await checkBrands(sourcesWith({ "clients/acme/claims.json": claims }));
    expect(unknown.text).toContain(`${join(folder.directory, "clients/acme")}: is not a brand; there are belair, bna,`);
    const none = await checkBrands({ ...sources, clientsDirectory: join(folder.directory, "none") });
    expect(none.text).toContain(`${join(folder.directory, "none")}: is not a readable directory`);
  });
});
