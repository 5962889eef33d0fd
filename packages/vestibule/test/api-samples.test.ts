import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as openidClient from "openid-client";
import { afterAll, expect, test } from "vitest";
import { endProcess, endWithThisProcess } from "../../../test/child-process.ts";
import { testDatabase } from "../../../test/database.ts";
import { freePort } from "../../../test/loopback-port.ts";
import { loopbackServer } from "../../../test/loopback-server.ts";
import { waitUntil } from "../../../test/wait-until.ts";
import { PersonBrowser } from "./person-browser.ts";
import { spawnServer } from "./spawned-server.ts";

const root = resolve(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/connect/api.md"), "utf8");
const sampleOf = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";
const api = "https://api.belair.example/claims";
const secret = "the-secret-of-the-application-of-the-api-tests";
/** A person of the sample of demo mode. */
const person = { email: "graham.obrien@mail.example", password: "Otter-Canoe-58" };
const redirectUri = "http://127.0.0.1:49152/callback";

// Inside the checkout, so that the sample finds its libraries.
const folder = mkdtempSync(join(root, "packages/vestibule/test/.samples-"));
const brandFolder = mkdtempSync(join(tmpdir(), "vestibule-brands-"));
const clientFolder = mkdtempSync(join(tmpdir(), "vestibule-clients-"));
const toClose: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of toClose.reverse()) await close();
  for (const one of [folder, brandFolder, clientFolder]) rmSync(one, { recursive: true, force: true });
});

/** The brand with the resources of the page, and an application that may ask for them. */
function writeBrand(): void {
  cpSync(join(root, "brands/belair"), join(brandFolder, "belair"), { recursive: true });
  const file = join(brandFolder, "belair/brand.json");
  const { resources } = JSON.parse(`{${sampleOf("json")}}`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), resources }));
  mkdirSync(join(clientFolder, "belair"));
  const client = {
    name: { en: "Library", fr: "Bibliothèque" },
    type: "confidential",
    redirectUris: ["http://127.0.0.1/callback"],
    scopes: ["email"],
    resources: [api],
  };
  writeFileSync(join(clientFolder, "belair/library.json"), JSON.stringify(client));
}

function start(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  endWithThisProcess(child);
  // Not by SIGKILL, after which the worker of nginx would go on.
  toClose.push(() => endProcess(child));
}

const answers = (url: string) =>
  waitUntil(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    { seconds: 30 },
  );

async function accessToken(issuer: string, scope: string): Promise<string> {
  const insecure = { execute: [openidClient.allowInsecureRequests] };
  const configuration = await openidClient.discovery(new URL(issuer), "library", secret, undefined, insecure);
  const verifier = openidClient.randomPKCECodeVerifier();
  const url = openidClient.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    resource: api,
    code_challenge: await openidClient.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const { url: back } = await new PersonBrowser().logIn(url.href, person);
  const checks = { pkceCodeVerifier: verifier, idTokenExpected: true };
  return (await openidClient.authorizationCodeGrant(configuration, new URL(back), checks)).access_token;
}

test("the samples of Express and nginx take a token of the portal for their API, and no other", async () => {
  writeBrand();
  const database = await testDatabase();
  toClose.push(() => database.close());
  const server = await spawnServer({
    environment: {
      DEMO: "1",
      DATABASE_URL: database.url,
      BRANDS_DIR: brandFolder,
      OIDC_CLIENTS_DIR: clientFolder,
      OIDC_CLIENT_SECRETS: `belair/library=${secret}`,
    },
  });
  toClose.push(() => server.end("SIGKILL"));
  const issuer = `${server.url}/oidc`;

  const port = await freePort();
  const claimsOf = "const claimsOf = async (sub) => ({ sub });\n";
  const express = sampleOf("js").replace("https://portal.belair.example/oidc", issuer).replace("8080", String(port));
  const file = join(folder, "api.mjs");
  writeFileSync(file, claimsOf + express);
  start(process.execPath, [file]);

  const behind = await loopbackServer((_request, response) => response.end("claims"));
  toClose.push(behind.close);
  const nginxPort = await freePort();
  const locations = sampleOf("nginx").replace("8081", String(behind.port)).replace("8080", String(port));
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
  const log = `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\ndaemon off;\nevents {}\n`;
  const http = `http { access_log off; ${temporary} server { listen 127.0.0.1:${nginxPort}; ${locations} } }`;
  writeFileSync(join(folder, "nginx.conf"), log + http);
  start("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", join(folder, "error.log")]);

  const urls = [`http://127.0.0.1:${port}/claims`, `http://127.0.0.1:${nginxPort}/claims`];
  expect(await Promise.all(urls.map(answers))).toEqual([true, true]);
  const call = (token?: string) =>
    Promise.all(
      urls.map(async (url) => {
        const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
        return [response.status, response.status === 200 ? await response.text() : ""];
      }),
    );
  const token = await accessToken(issuer, "openid email claims:read");
  expect(await call(token)).toEqual([
    [200, expect.stringContaining('"sub":')],
    [200, "claims"],
  ]);
  expect(behind.received).toHaveLength(1);
  // The sample for Spring, which does not run here, accepts this type alone.
  const { typ } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
  expect(sampleOf("java")).toContain(`new JwtTypeValidator(List.of("${typ}"))`);
  const refused = [
    [401, ""],
    [401, ""],
  ];
  expect(await call()).toEqual(refused);
  expect(await call(`${token.slice(0, -20)}${"A".repeat(20)}`)).toEqual(refused);
  expect(await call(await accessToken(issuer, "openid email claims:write"))).toEqual(refused);
  expect(behind.received).toHaveLength(1);
}, 120_000);
