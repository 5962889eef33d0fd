import { createServer } from "node:http";
import { expect, test } from "vitest";
import { openIdClient, openIdProvider, testRoles } from "../../../../test/openid-provider.ts";
import { checkIssuer } from "./network.check.ts";

const settings = (issuer: string) => ({
  issuer,
  ...openIdClient,
  idClaim: "sub",
  roleClaim: "roles",
  roles: testRoles,
});

test("finds the issuer's metadata", async () => {
  const provider = await openIdProvider();
  expect(await checkIssuer(settings(provider.issuer))).toMatchObject({ state: "ok", detail: { en: provider.issuer } });
  provider.setDown(true);
  expect(await checkIssuer(settings(provider.issuer))).toMatchObject({ state: "fault" });
  await provider.stop();
  expect(await checkIssuer(settings(provider.issuer))).toMatchObject({ state: "fault" });
});

test("reports a fault when the issuer names another one or does not support PKCE with S256", async () => {
  let metadata = {};
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
  metadata = { issuer: "https://another.example", ...endpoints };
  expect(await checkIssuer(settings(issuer))).toMatchObject({ state: "fault" });
  metadata = { issuer, ...endpoints, code_challenge_methods_supported: ["plain"] };
  expect(await checkIssuer(settings(issuer))).toMatchObject({
    state: "fault",
    detail: { en: expect.stringContaining("S256") },
  });
  metadata = { issuer, ...endpoints };
  expect(await checkIssuer(settings(issuer))).toMatchObject({ state: "ok" });
  server.close();
  server.closeAllConnections();
});
