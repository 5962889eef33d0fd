import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readOidcClients } from "./oidc-clients.adapter.ts";
import { temporaryDirectory } from "./test/planted-brand.ts";

const claims = {
  name: { en: "Claims", fr: "Réclamations" },
  type: "confidential",
  redirectUris: ["https://claims.example/callback"],
};
const builtIn = { kind: "builtIn" } as const;

let folder: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

/** The applications of a folder with one file, and its faults. */
async function read(content: object, name = "claims.json", gateway: Parameters<typeof readOidcClients>[1] = builtIn) {
  mkdirSync(join(folder.directory, "oidc"), { recursive: true });
  writeFileSync(join(folder.directory, "oidc", name), JSON.stringify(content));
  const { clients, faults } = await readOidcClients(join(folder.directory, "oidc"), gateway);
  const lines = faults.map(
    ({ file, location, reason }) => `${relative(folder.directory, file)}:${location}: ${reason}`,
  );
  return { clients, lines };
}

describe("applications of a brand", () => {
  test("are none without a folder", async () => {
    expect(await readOidcClients(join(folder.directory, "none"), builtIn)).toEqual({ clients: [], faults: [] });
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

  test("are refused with redirect URIs on several hosts", async () => {
    const { lines } = await read({
      ...claims,
      redirectUris: [...claims.redirectUris, "https://other.example/callback"],
    });
    expect(lines).toEqual([
      "oidc/claims.json:redirectUris: are on one host: the subject of a person is different for each host",
    ]);
  });

  test("are refused with a secret in their file", async () => {
    const { lines } = await read({ ...claims, secret: "in-the-folder-of-the-brand" });
    expect(lines).toEqual(["oidc/claims.json:secret: is not known here"]);
  });

  test("are refused with a name that is no client_id, and with an outside gateway", async () => {
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
