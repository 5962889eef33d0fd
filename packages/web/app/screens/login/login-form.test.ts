import { describe, expect, test } from "vitest";
import { validateForm } from "../../form/form-values.ts";
import { gatewayAddress } from "./hand-off.ts";
import { emailRules, loginRules } from "./login-form.rule.ts";

describe("the login form", () => {
  test("asks for an e-mail and any password", () => {
    expect(validateForm({}, loginRules)).toEqual({ email: { key: "required" }, loginPassword: { key: "required" } });
    expect(validateForm({ email: "ann@example.ca", loginPassword: " " }, loginRules)).toEqual({});
  });

  test("asks a browser with a script for the e-mail alone", () => {
    expect(validateForm({ email: "ann@example.ca" }, emailRules)).toEqual({});
  });

  test("goes to the built-in gateway, or where the brand's data says", () => {
    expect(gatewayAddress({ gateway: { kind: "builtIn" } })).toBe("/pkmslogin.form");
    const outside = {
      kind: "outside",
      origin: "https://sso.example",
      loginPath: "/pkmslogin.form",
      registry: "r",
    } as const;
    expect(gatewayAddress({ gateway: outside })).toBe("https://sso.example/pkmslogin.form");
  });
});
