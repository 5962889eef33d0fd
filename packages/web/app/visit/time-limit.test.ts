import { describe, expect, test } from "vitest";
import { timeLimit } from "./time-limit.server.ts";
import type { PortalVisit } from "./visit.ts";

const visit = { now: new Date("2026-11-21T18:40:00Z"), province: "qc", language: "fr" } as PortalVisit;

describe("the end of a session", () => {
  test("is a time of day on the person's clock, and is warned of two minutes before", () => {
    expect(timeLimit(visit, { end: new Date("2026-11-21T18:55:00Z") })).toEqual({
      endsAt: "13\u00a0h\u00a055",
      warnsInSeconds: 13 * 60,
    });
    const inNewfoundland = { ...visit, province: "nl", language: "en" } as PortalVisit;
    expect(timeLimit(inNewfoundland, { end: new Date("2026-11-21T18:55:00Z") }).endsAt).toBe("3:25\u00a0p.m.");
  });

  test("is warned of at once where less is left", () => {
    expect(timeLimit(visit, { end: new Date("2026-11-21T18:41:00Z") }).warnsInSeconds).toBe(0);
    expect(timeLimit(visit, { end: new Date("2026-11-21T18:00:00Z") }).warnsInSeconds).toBe(0);
  });
});
