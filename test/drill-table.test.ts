import { describe, expect, it } from "vitest";
import type { DrillResult } from "../drills/drill.ts";
import { drillTable, missedBars } from "../drills/drill-table.rule.ts";

const drill = { id: "kill", name: "a backend is killed", maxSecondsUntilServed: 5 };
const good: DrillResult = { serversEnded: 0, lost: 0, doubled: 0, secondsUntilServed: 2, violations: [] };
const outcomeOf = (...results: DrillResult[]) => ({ drill, results, errors: [] });

describe("a drill", () => {
  it("passes when every run meets the limits", () => {
    expect(missedBars(outcomeOf(good, good))).toEqual([]);
    expect(drillTable([outcomeOf(good, good)])).toContain("met");
  });

  it.each([
    { what: "a server ended", bad: { serversEnded: 1 }, says: "servers ended: 1" },
    { what: "a write was lost", bad: { lost: 2 }, says: "lost: 2" },
    { what: "a write was done twice", bad: { doubled: 1 }, says: "doubled: 1" },
    { what: "people waited too long", bad: { secondsUntilServed: 6 }, says: "served after 6.0 s, at most 5 s" },
    {
      what: "people were not served again",
      bad: { secondsUntilServed: Number.POSITIVE_INFINITY },
      says: "not served again, at most 5 s",
    },
    { what: "anything else went wrong", bad: { violations: ["page answered 500"] }, says: "page answered 500" },
  ])("fails when $what in one run", ({ bad, says }) => {
    const outcome = outcomeOf(good, { ...good, ...bad });
    expect(missedBars(outcome)).toEqual([says]);
    expect(drillTable([outcome])).toContain("MISSED");
  });

  it("fails when it was not run", () => {
    expect(missedBars(outcomeOf())).toEqual(["not run"]);
  });
});
