import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { checkClientSecrets, registeredApplications } from "./oidc-clients.rule.ts";

const claims = {
  id: "claims",
  name: { en: "Claims", fr: "Réclamations" },
  type: "confidential",
  redirectUris: ["https://claims.example/callback"],
  postLogoutRedirectUris: [],
  scopes: [],
} as const;
const secret = "a-secret-that-the-environment-sets";
const book = await testBrands();
const belair = { ...book.defaultBrand, oidcClients: [{ ...claims, redirectUris: [...claims.redirectUris] }] } as never;
const withClaims = { ...book, brands: [belair, ...book.brands.filter(({ id }) => id !== "belair")] };

const inEnglish = (texts: readonly { en: string }[]) => texts.map(({ en }) => en);

test("a confidential application needs a secret, and no other secret is accepted", () => {
  expect(checkClientSecrets({ oidcClientSecrets: { "belair/claims": secret } }, withClaims)).toEqual([]);
  expect(inEnglish(checkClientSecrets({ oidcClientSecrets: {} }, withClaims))).toEqual([
    "OIDC_CLIENT_SECRETS has no secret for belair/claims, a confidential application",
  ]);
  expect(inEnglish(checkClientSecrets({ oidcClientSecrets: { "belair/quotes": secret } }, book))).toEqual([
    "OIDC_CLIENT_SECRETS has a secret for belair/quotes, which is not a confidential application",
  ]);
});

test("the applications of a brand get their secrets, and production has no demo application", () => {
  const { oidcClients, oidcResources } = registeredApplications({ oidcClientSecrets: { "belair/claims": secret } });
  expect(oidcClients(belair, "https://portal.example")).toEqual([{ ...claims, secret }]);
  expect(oidcClients(book.defaultBrand, "https://portal.example")).toEqual([]);
  expect(oidcResources(book.defaultBrand, "https://portal.example")).toEqual([]);
});
