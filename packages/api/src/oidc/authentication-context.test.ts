import { secondFactorIds, secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import { expect, test } from "vitest";
import { authenticationContextsOf, proofOf } from "./authentication-context.rule.ts";

test.each(secondFactorIds.filter((id) => id !== "passkey"))(
  "a token's description of a password and %s is read as no stronger method",
  (id) => {
    const { openedBy, secondFactor } = proofOf(authenticationContextsOf({ by: "password", secondFactor: id })[0]);
    expect(openedBy).toBe("password");
    expect(secondFactors[secondFactor ?? "passkey"].strength).toBeLessThanOrEqual(secondFactors[id].strength);
  },
);

test("a token's description of a passkey, a password or nothing is read as that", () => {
  for (const context of authenticationContextsOf({ by: "passkey" }))
    expect(proofOf(context)).toEqual({ openedBy: "passkey", secondFactor: null });
  for (const context of [
    ...authenticationContextsOf({ by: "password" }),
    ...authenticationContextsOf({ by: "ticket" }),
  ])
    expect(proofOf(context)).toEqual({ openedBy: "password", secondFactor: null });
  expect(proofOf({})).toEqual({ openedBy: "password", secondFactor: null });
});
