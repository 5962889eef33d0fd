import { describe, expect, test } from "vitest";
import { validateForm } from "../../form/form-values.ts";
import { gatewayUrl } from "../../gateway/hand-off.ts";
import { emailRules, loginRules } from "./login-form.tsx";

describe("the login form", () => {
  test("asks for an e-mail and any password", () => {
    expect(validateForm({}, loginRules)).toEqual({ email: { key: "required" }, loginPassword: { key: "required" } });
    expect(validateForm({ email: "ann@example.ca", loginPassword: " " }, loginRules)).toEqual({});
  });

  test("asks a browser with a script only for the e-mail", () => {
    expect(validateForm({ email: "ann@example.ca" }, emailRules)).toEqual({});
  });

  test("posts to the built-in gateway, or to the one in the brand's data", () => {
    expect(gatewayUrl({ gateway: { kind: "builtIn" } })).toBe("/pkmslogin.form");
    const outside = {
      kind: "outside",
      origin: "https://sso.example",
      loginPath: "/pkmslogin.form",
      registry: "r",
    } as const;
    expect(gatewayUrl({ gateway: outside })).toBe("https://sso.example/pkmslogin.form");
  });
});
