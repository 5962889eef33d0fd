import { describe, expect, test } from "vitest";
import { readGatewayReturn } from "./gateway-return.rule.ts";

function readGatewayCode(query: string) {
  return readGatewayReturn(new URLSearchParams(query)).result;
}

describe("a gateway's answer", () => {
  test.each(["0xdeadbeef", "__proto__", "constructor", "toString", "%3Cscript%3E"])(
    "leads to the technical roadblock with the unknown code %s",
    (code) => {
      expect(readGatewayCode(`ERROR_CODE=${code}`)).toEqual({ kind: "roadblock", roadblock: "technical" });
    },
  );

  test("leads to the login page without a code", () => {
    expect(readGatewayCode("")).toEqual({ kind: "login" });
    expect(readGatewayCode("TAM_OP=help")).toEqual({ kind: "login" });
  });

  test("A-149 shows its code only in the format of a gateway's codes", () => {
    const shown = (code: string) => readGatewayReturn(new URLSearchParams({ ERROR_CODE: code })).shownCode;
    expect(shown("0x13212077")).toBe("0x13212077");
    expect(shown("HPDIA0300W")).toBe("HPDIA0300W");
    expect(shown("<b>x</b>")).toBeUndefined();
    expect(shown("a".repeat(17))).toBeUndefined();
    expect(shown("0x1\n")).toBeUndefined();
  });
});
