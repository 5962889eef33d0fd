import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DrillResult, findMissedLimits, summaryOf } from "../load/faults/drill.ts";
import { limitations } from "../load/faults/fault.table.ts";
import {
  allDrills,
  faultIds,
  faultIdsIn,
  faultPageTable,
  faultVerdicts,
  findFaultTests,
} from "../load/faults/fault-coverage.ts";

const drill = { id: "kill", name: "a backend is killed", maxRecoverySeconds: 5 };
const passing: DrillResult = { serversEnded: 0, lost: 0, duplicated: 0, recoverySeconds: 2, violations: [] };
const findErrorHandling = (...results: DrillResult[]) => ({ drill, results, errors: [] });

describe("a drill", () => {
  it("passes when every run meets the limits", () => {
    expect(findMissedLimits(findErrorHandling(passing, passing))).toEqual([]);
    expect(summaryOf(findErrorHandling(passing, passing)).result).toBe("met");
  });

  it.each([
    { what: "a server ends unexpectedly", missed: { serversEnded: 1 }, says: "servers ended: 1" },
    { what: "a write is lost", missed: { lost: 2 }, says: "lost: 2" },
    { what: "a write is duplicated", missed: { duplicated: 1 }, says: "duplicated: 1" },
    { what: "recovery takes too long", missed: { recoverySeconds: 6 }, says: "recovery in 6.0 s, at most 5 s" },
    {
      what: "requests do not succeed again",
      missed: { recoverySeconds: Number.POSITIVE_INFINITY },
      says: "no recovery, at most 5 s",
    },
    { what: "there is another violation", missed: { violations: ["page answered 500"] }, says: "page answered 500" },
  ])("fails when $what in one run", ({ missed, says }) => {
    const report = findErrorHandling(passing, { ...passing, ...missed });
    expect(findMissedLimits(report)).toEqual([says]);
    expect(summaryOf(report).result).toBe("MISSED");
  });

  it("fails when it has no run", () => {
    expect(findMissedLimits(findErrorHandling())).toEqual(["not run"]);
  });
});

describe("the fault table", () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");

  it("has a drill, a test or a limitation in every row, and a row for every fault of a drill or a test", () => {
    const titles = [...allDrills.map(({ name }) => name), ...findFaultTests().map(({ title }) => title)];
    const covered = titles.flatMap(faultIdsIn);
    expect(faultIds.filter((id) => !covered.includes(id) && !limitations[id])).toEqual([]);
    expect(covered.filter((id) => !faultIds.some((row) => row === id))).toEqual([]);
  });

  it("is the one in docs/operations/drills.md", () => {
    expect(read("docs/operations/drills.md")).toContain(faultPageTable());
  });

  it("marks a row as missed when one of its drills fails", () => {
    const missed = findErrorHandling({ ...passing, lost: 1 });
    const passed = findErrorHandling(passing);
    const named = (report: typeof passed, name: string) => ({ ...report, drill: { ...drill, name } });
    const verdicts = faultVerdicts([
      named(passed, "F-02 a restart"),
      named(missed, "F-02 F-11 a crash"),
      named(passed, "A-195 F-05 connections"),
    ]);
    const verdictOf = (id: string) =>
      verdicts
        .split("\n")
        .find((line) => line.startsWith(id))
        ?.split(/ {2,}/)[1];
    expect(["F-02", "F-05", "F-11", "F-27"].map(verdictOf)).toEqual(["MISSED", "met", "MISSED", "no drill"]);
  });
});
