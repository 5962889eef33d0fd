import { readGatewaySessionId } from "@vestibule/contract/cookies/gateway-session.rule.ts";
import { expect, test } from "vitest";
import { requestCookies } from "./request-cookies.ts";

const exchangeAt = (origin: string) =>
  requestCookies({
    received: {},
    brandId: "belair",
    origin,
    now: new Date(),
    keys: { newest: new Uint8Array(), all: [] },
  });

test.each([
  ["https://portal.example", 2],
  ["http://localhost:3000", 1],
])("gives the browser a session with a new id at %s", async (origin, count) => {
  const exchange = exchangeAt(origin);
  exchange.replaceGatewaySession("binding.secret");
  const cookies = new Map(
    (await exchange.setCookieHeaders()).map((header) => header.split(/[=;]/, 2) as [string, string]),
  );
  expect(cookies.size).toBe(count);
  expect(readGatewaySessionId((name) => cookies.get(name), { origin })).toBe("binding.secret");
});
