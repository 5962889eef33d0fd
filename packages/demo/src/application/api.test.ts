import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { demoOrigin } from "../test/open-demo.ts";
import { apiRoutes } from "./api.route.ts";
import { apiId } from "./application-client.rule.ts";

const { privateKey, publicKey } = await generateKeyPair("RS256");
const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256" }] };
const now = new Date("2031-05-06T10:00:00Z");
const api = apiRoutes({ clock: { now: () => now }, gateway: { fetch: () => Response.json(jwks) } });

const seconds = now.getTime() / 1000;
const claims = {
  iss: `${demoOrigin}/oidc`,
  aud: apiId(demoOrigin),
  sub: "a person of the application",
  scope: "policy:read bank-account:write",
  acr: "urn:vestibule:password",
  iat: seconds,
  exp: seconds + 600,
};

async function call(name: string, changed: Record<string, unknown> = {}, typ = "at+jwt") {
  const token = await new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: "RS256", typ }).sign(privateKey);
  return api.request(`${demoOrigin}/demo/api/${name}`, { headers: { authorization: `Bearer ${token}` } });
}

test.each([
  ["policy", "urn:vestibule:password"],
  ["bank-account", "urn:vestibule:two-factor"],
  ["bank-account", "urn:vestibule:passkey"],
])("answers a call that its token allows: %s with %s", async (name, acr) => {
  const response = await call(name, { acr });
  expect([response.status, await response.json()]).toEqual([200, { bankAccount: "00042-815-0064207" }]);
});

test("asks for two proofs before it shows the bank account, as RFC 9470 says", async () => {
  const response = await call("bank-account");
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer error="insufficient_user_authentication", error_description="a stronger sign-in is needed", acr_values="urn:vestibule:two-factor"',
  ]);
});

test("refuses a token without the scope of the call, and names it", async () => {
  const response = await call("bank-account", { acr: "urn:vestibule:two-factor", scope: "policy:read" });
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="bank-account:write"',
  ]);
});

test.each([
  ["that has expired", { exp: seconds - 1 }],
  ["of another issuer", { iss: "https://portal.example/oidc" }],
  ["for another API", { aud: "https://api.example/claims" }],
  ["that is an ID token", {}, "JWT"],
])("refuses a token %s", async (_what, changed, typ = "at+jwt") => {
  const response = await call("policy", changed, typ);
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
});

test("refuses a call without a token", async () => {
  expect((await api.request(`${demoOrigin}/demo/api/policy`)).status).toBe(401);
});
