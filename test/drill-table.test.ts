import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allDrills } from "../drills/all-drills.ts";
import type { DrillResult } from "../drills/drill.ts";
import { drillTable, missedBars } from "../drills/drill-table.rule.ts";
import { faultRows } from "../drills/fault.table.ts";
import { faultIdsIn, faultPageTable, faultVerdicts } from "../drills/fault-table.rule.ts";

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

describe("the fault table", () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");

  it("has a drill, a test or a reason for every row, and a row for every fault of a drill", () => {
    const drilled = allDrills.flatMap(({ name }) => faultIdsIn(name));
    const shown = faultRows.filter(([id, { tests, limits }]) => drilled.includes(id) || tests || limits);
    expect(shown).toEqual(faultRows);
    expect(faultRows.map(([id]) => id)).toEqual(expect.arrayContaining([...new Set(drilled)]));
  });

  it.each(
    faultRows.flatMap(([id, { tests = [], stories = [] }]) =>
      [...tests, ...stories].map((file) => [id, file] as const),
    ),
  )("%s is the id of a test in %s", (id, file) => {
    expect(read(file)).toMatch(new RegExp(`["'\`](?:[AF]-\\d+ )*${id} `));
  });

  it("is the one of the page about drills", () => {
    expect(read("docs/operations/drills.md")).toContain(faultPageTable(allDrills));
  });

  it("counts a row as missed when one of its drills or tests is", () => {
    const missed = outcomeOf({ ...good, lost: 1 });
    const met = outcomeOf(good);
    const named = (outcome: typeof met, name: string) => ({ ...outcome, drill: { ...drill, name } });
    const verdicts = faultVerdicts(
      [named(met, "F-02 a restart"), named(missed, "F-02 F-11 a crash"), named(met, "F-05 connections")],
      [
        { title: "F-05 A-195 refuses", passed: false },
        { title: "F-27 refuses", passed: true },
      ],
    );
    const verdictOf = (id: string) =>
      verdicts
        .split("\n")
        .find((line) => line.startsWith(id))
        ?.split(/ {2,}/)[1];
    expect(["F-02", "F-05", "F-11", "F-27", "F-19"].map(verdictOf)).toEqual([
      "MISSED",
      "MISSED",
      "MISSED",
      "met",
      "not applicable",
    ]);
  });
});
