import {
  type GatewayCodeResult,
  gatewayCodes,
  gatewayCodeWithoutRow,
  visibleErrorCodePattern,
} from "@vestibule/catalogue/gateway.table.ts";

/**
 * Parses the query parameters that a gateway returns. Unknown operations are ignored; codes are case-insensitive.
 * `shownCode`: the gateway's error code, if it is well-formed.
 */
export function readGatewayReturn(query: URLSearchParams) {
  const code = query.get("ERROR_CODE");
  const shownCode = code !== null && visibleErrorCodePattern.test(code) ? code : undefined;
  return { result: resultOfCode(code), shownCode, isLogout: query.get("TAM_OP") === "logout" };
}

function resultOfCode(code: string | null): GatewayCodeResult {
  if (code === null || code === "") return { kind: "login" };
  const row = code.toLowerCase();
  return (Object.hasOwn(gatewayCodes, row) ? gatewayCodes[row] : undefined) ?? gatewayCodeWithoutRow;
}
