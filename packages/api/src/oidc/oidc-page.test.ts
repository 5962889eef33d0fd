import { expect, test } from "vitest";
import { supportCodeOf } from "./oidc-page.message.ts";

test("gives a person a short code in place of the OAuth error", () => {
  expect(supportCodeOf("invalid_redirect_uri")).toBe("A-3");
  expect(supportCodeOf("an_error_of_tomorrow")).toBe("A-0");
  for (const error of ["invalid_request", "invalid_client", "access_denied"])
    expect(supportCodeOf(error)).toMatch(/^A-[1-9]\d?$/);
});
