import { gatewayCodes, gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import { describe, expect, test } from "vitest";
import { readGatewayAnswer } from "./gateway-outcome.rule.ts";

function readOutcome(query: string) {
  return readGatewayAnswer(new URLSearchParams(query)).outcome;
}

describe("a gateway's answer", () => {
  test.each(Object.entries(gatewayCodes))("with code %s lands where its row says, in any case", (code, row) => {
    expect(readOutcome(`TAM_OP=login&ERROR_CODE=${code}`)).toEqual(row);
    expect(readOutcome(`TAM_OP=login&ERROR_CODE=${code.toUpperCase()}`)).toEqual(row);
    expect(readOutcome(`TAM_OP=nobody-knows&ERROR_CODE=${code}`)).toEqual(row);
  });

  test.each([
    ["firstVisit", "login"],
    ["loggedOut", "login"],
    ["success", "application"],
    ["alreadyLoggedIn", "application"],
    ["bad", "loginError"],
    ["malformed", "loginError"],
    ["newPasswordRefused", "loginError"],
    ["lockedForTime", "forgot-password"],
    ["lockedUntilReset", "forgot-password"],
    ["expired", "forgot-password"],
    ["retryLimit", "forgot-password"],
    ["disabled", "technical"],
    ["unavailable", "technical"],
    ["applicationAway", "technical"],
    ["refused", "technical"],
  ] as const)("for %s leads to %s", (outcome, target) => {
    const { operation, code } = gatewayOutcomes[outcome];
    const found = readOutcome(`TAM_OP=${operation}&ERROR_CODE=${code}`);
    expect(found.kind === "roadblock" ? found.roadblock : found.kind).toBe(target);
  });

  test.each(["0xdeadbeef", "__proto__", "constructor", "toString", "%3Cscript%3E"])(
    "with the unknown code %s is the technical roadblock",
    (code) => {
      expect(readOutcome(`ERROR_CODE=${code}`)).toEqual({ kind: "roadblock", roadblock: "technical" });
    },
  );

  test("without a code shows the login page", () => {
    expect(readOutcome("")).toEqual({ kind: "login" });
    expect(readOutcome("TAM_OP=help")).toEqual({ kind: "login" });
  });

  test("A-149 shows only alphanumeric codes of at most 16 characters", () => {
    const shown = (code: string) => readGatewayAnswer(new URLSearchParams({ ERROR_CODE: code })).shownCode;
    expect(shown("0x13212077")).toBe("0x13212077");
    expect(shown("HPDIA0300W")).toBe("HPDIA0300W");
    expect(shown("<b>x</b>")).toBeUndefined();
    expect(shown("a".repeat(17))).toBeUndefined();
    expect(shown("0x1\n")).toBeUndefined();
  });

  test("distinguishes a logout from a login", () => {
    expect(readGatewayAnswer(new URLSearchParams("TAM_OP=logout&ERROR_CODE=0x00000000")).isLogout).toBe(true);
    expect(readGatewayAnswer(new URLSearchParams("TAM_OP=login&ERROR_CODE=0x00000000")).isLogout).toBe(false);
  });
});
