import { describe, expect, test } from "vitest";
import { totpCode } from "./test/totp-code.ts";
import { acceptedStep, clockFault, generateTotpSecret, totpUri } from "./totp.adapter.ts";

const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const now = new Date(59_000);
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("a code of an authenticator app", () => {
  test("is that of RFC 6238, appendix B", () => {
    expect(totpCode(secret, now)).toBe("287082");
    expect(acceptedStep(secret, { code: "287082", now })).toBe(1);
  });

  test.each([
    ["one step before", -30, 0],
    ["of this step", 0, 1],
    ["one step after", 30, 2],
  ])("is accepted %s", (_what, seconds, step) => {
    expect(acceptedStep(secret, { code: totpCode(secret, later(seconds)), now })).toBe(step);
  });

  test.each([
    ["ahead", 120],
    ["behind", -120],
  ] as const)("is refused from a clock that is two minutes %s, which is recognised", (fault, seconds) => {
    const at = new Date(1_700_000_000_000);
    const code = totpCode(secret, new Date(at.getTime() + seconds * 1000));
    expect(acceptedStep(secret, { code, now: at })).toBeUndefined();
    expect(clockFault(secret, { code, now: at })).toBe(fault);
  });

  test("is no clock fault six minutes away", () => {
    const at = new Date(1_700_000_000_000);
    expect(clockFault(secret, { code: totpCode(secret, new Date(at.getTime() + 360_000)), now: at })).toBeUndefined();
  });
});

test("a new secret has 160 bits, and its URI names brand and account", () => {
  const generated = generateTotpSecret({ token: (bytes) => Buffer.alloc(bytes, 7).toString("base64url") });
  expect(generated).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri({ secret: generated, issuer: "Belair", label: "a@courrier.example" }));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("Belair:a@courrier.example");
  expect(uri.searchParams.get("secret")).toBe(generated);
});
