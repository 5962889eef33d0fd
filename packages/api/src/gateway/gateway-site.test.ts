import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import type { GatewaySite } from "./gateway-site.rule.ts";
import { createGatewayTestApi, password } from "./test/gateway-test-api.ts";

const gatewayOrigin = "https://sso.example";
const portals = ["https://portal.example", "https://other.example"];
const outside: GatewaySite = { kind: "outside", portalsOf: () => portals };

const testApi = closeAfterTests(await createGatewayTestApi());
const { email } = await testApi.createAccount();

/** A browser at the given kind of gateway, for a brand configured with an outside one. */
function open(site: GatewaySite, applicationUrl?: string) {
  const defaultBrand = testApi.deps.brands.defaultBrand;
  const gateway = {
    kind: "outside",
    origin: gatewayOrigin,
    loginPath: "/pkmslogin.form",
    registry: "vestibule",
  } as const;
  const brand: Brand = { ...defaultBrand, gateway, ...(applicationUrl && { applicationUrl }) };
  const brands = { ...testApi.deps.brands, byHost: () => brand, byId: () => undefined };
  return testApi.open({ brands, site }, gatewayOrigin);
}

const form = { username: email, password, "login-form-type": "pwd" };

test.each(portals)("accepts the form of %s at a gateway on its own host and redirects back to it", async (origin) => {
  const browser = open(outside);
  const wrong = await browser.post("/pkmslogin.form", { ...form, password: "x" }, { origin });
  expect(wrong.headers.get("location")).toBe(
    `${origin}/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8&URL=%2Fpkmslogin.form`,
  );
  const right = await browser.post("/pkmslogin.form", form, { origin });
  expect(right.headers.get("location")).toContain(`${origin}/webseal.do?TAM_OP=login_success`);
  expect(await (await browser.get("/account")).json()).toMatchObject({ "iv-user": email });
});

test.each(["https://evil.example", "https://portal.example.evil.example", "null", gatewayOrigin])(
  "A-143 A-158 refuses the form of %s and does not redirect there",
  async (origin) => {
    const response = await open(outside).post("/pkmslogin.form", form, { origin });
    expect(response.headers.get("location")).toBe(
      "https://portal.example/webseal.do?TAM_OP=error&ERROR_CODE=0x13212064&URL=%2Fpkmslogin.form",
    );
  },
);

test("redirects from the application to the portal without a session, and back after the sign-in", async () => {
  const browser = open(outside);
  const sent = await browser.get("/account?tab=2");
  expect(sent.headers.get("location")).toBe(
    "https://portal.example/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000&URL=%2Faccount%3Ftab%3D2",
  );
  const signedIn = await browser.post("/pkmslogin.form", form, { origin: "https://portal.example" });
  expect(signedIn.headers.get("location")).toBe("/account?tab=2");
  const left = await browser.get("/pkmslogout");
  expect(left.headers.get("location")).toBe("https://portal.example/webseal.do?TAM_OP=logout&ERROR_CODE=0x00000000");
});

test("redirects by client_login_action to a URL in the brand's list only", async () => {
  const { clientLoginActions } = testApi.deps.brands.defaultBrand;
  const asked = [...Object.entries(clientLoginActions), ["https://evil.example", "https://app.example/"]] as const;
  for (const [name, location] of asked) {
    const browser = open(outside, "https://app.example/");
    const response = await browser.post(
      "/pkmslogin.form",
      { ...form, client_login_action: name, SSORequest: "<script>" },
      { origin: "https://portal.example" },
    );
    expect(response.headers.get("location")).toBe(location);
  }
});

test("disables the built-in gateway for a brand with an outside one", async () => {
  const browser = open({ kind: "inside" });
  expect((await browser.post("/pkmslogin.form", form, { origin: gatewayOrigin })).status).toBe(404);
});
