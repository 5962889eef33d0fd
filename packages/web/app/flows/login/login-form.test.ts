import { describe, expect, test } from "vitest";
import { validateForm } from "../../form/form-values.ts";
import { emailStepRules, loginRules } from "./login-form.tsx";

describe("the login form", () => {
  test("asks for an e-mail and any password", () => {
    expect(validateForm({}, loginRules)).toEqual({ email: { key: "required" }, loginPassword: { key: "required" } });
    expect(validateForm({ email: "ann@example.ca", loginPassword: " " }, loginRules)).toEqual({});
  });

  test("asks a browser with a script only for the e-mail", () => {
    expect(validateForm({ email: "ann@example.ca" }, emailStepRules)).toEqual({});
  });
});
