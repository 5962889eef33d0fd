import { describe, expect, test } from "vitest";
import { withoutLegacyPrefix, withRegistrationPrefix } from "./legacy-url.rule.ts";

const strip = (url: string) => withoutLegacyPrefix(new URL(url, "https://portal.ca"));

describe("a legacy URL", () => {
  test.each([
    ["/WAA/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000", "/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000"],
    ["/belair/WAA/webseal.do?a=1", "/webseal.do?a=1"],
    ["/isam/belair/WAA/forgot?a=1", "/forgot?a=1"],
    ["/WAA/forgot", "/forgot"],
    ["/WAA", "/"],
    ["/WAA/", "/"],
  ])("%s redirects to %s", (old, now) => {
    expect(strip(old)).toBe(now);
  });

  test.each(["/", "/webseal.do", "/WAABC/x", "/a/WAABC/x", "/waa/x"])("%s has no prefix", (url) => {
    expect(strip(url)).toBeUndefined();
  });

  test.each([
    "/WAA//evil.ca",
    "/WAA///evil.ca",
    "/x/WAA/\\evil.ca",
    "/x/y/WAA//evil.ca",
    "/WAA/%09/evil.ca",
    "/WAA/..//evil.ca",
  ])("A-140 %s stays on the portal", (url) => {
    expect(new URL(strip(url) ?? "/", "https://portal.ca").origin).toBe("https://portal.ca");
  });
});

describe("a URL without the prefix of registration pages", () => {
  const whole = (url: string) => withRegistrationPrefix(new URL(url, "https://portal.ca"));

  test.each([
    ["/identification?flow=ubi", "/registration/identification?flow=ubi"],
    ["/validation/", "/registration/validation"],
    ["/validation/sms?webview=true", "/registration/validation/sms?webview=true"],
    ["/account-creation/email-sent", "/registration/account-creation/email-sent"],
    ["/password-validation", "/registration/password-validation"],
    ["/registration?language=fr", "/registration/identification?language=fr"],
  ])("%s redirects to %s", (short, long) => {
    expect(whole(short)).toBe(long);
  });

  test.each(["/", "/welcome-back", "/validation/fax", "/x/identification"])(
    "%s does not redirect to a registration page",
    (url) => {
      expect(whole(url)).toBeUndefined();
    },
  );
});
