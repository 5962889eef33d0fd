import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import type { PortalRequestContext } from "./request-context.ts";
import { retryAt } from "./retry-at.server.ts";
import { codeLimit, timeLimit } from "./time-limit.server.ts";

const { brands } = await testBrands();
const brand = (wanted: string) => brands.find(({ id }) => id === wanted);
const requestContext = {
  ...{ now: new Date("2026-11-21T18:40:00Z"), province: "qc", language: "fr" },
  ...{ brand: brand("intact"), provinceFrom: "choice" },
} as PortalRequestContext;

describe("the end of a session", () => {
  test("is a time of day on the person's clock, and is warned of two minutes before", () => {
    expect(timeLimit(requestContext, { end: new Date("2026-11-21T18:55:00Z") })).toEqual({
      endsAt: "13\u00a0h\u00a055",
      warnsInSeconds: 13 * 60,
    });
    const inNewfoundland = { ...requestContext, province: "nl", language: "en" } as PortalRequestContext;
    expect(timeLimit(inNewfoundland, { end: new Date("2026-11-21T18:55:00Z") }).endsAt).toBe("3:25\u00a0p.m.");
  });

  test("is warned of at once where less is left", () => {
    expect(timeLimit(requestContext, { end: new Date("2026-11-21T18:41:00Z") }).warnsInSeconds).toBe(0);
    expect(timeLimit(requestContext, { end: new Date("2026-11-21T18:00:00Z") }).warnsInSeconds).toBe(0);
  });
});

describe("an end and a wait", () => {
  const guess: PortalRequestContext = { ...requestContext, provinceFrom: "guess" };
  const told = (about: PortalRequestContext) => [
    timeLimit(about, { end: new Date("2026-11-21T18:55:00Z") }).endsAt,
    codeLimit(about, { sentAt: "2026-11-21T18:40:00Z" }).endsAt,
    retryAt(about, 60),
  ];

  test("name their zone to whoever chose no province", () => {
    const zone = " (heure de l’Est)";
    expect(told(guess)).toEqual([`13\u00a0h\u00a055${zone}`, `13\u00a0h\u00a050${zone}`, `13\u00a0h\u00a041${zone}`]);
    expect(told({ ...guess, province: "ns", language: "en" })[0]).toBe("2:55\u00a0p.m. (Atlantic Time)");
  });

  test("leave it out where the province was chosen, and where the brand sells in one zone", () => {
    for (const about of [requestContext, { ...guess, brand: brand("bna") ?? guess.brand }])
      expect(told(about)).toEqual(["13\u00a0h\u00a055", "13\u00a0h\u00a050", "13\u00a0h\u00a041"]);
  });
});
