import { applicationSignIns } from "@vestibule/api/statistics/application-report.rule.ts";
import { reportOf } from "@vestibule/api/statistics/journey-report.rule.ts";
import { roadblockViews } from "@vestibule/api/statistics/roadblock-report.rule.ts";
import { waiverCounts } from "@vestibule/api/statistics/waiver-report.rule.ts";
import { expect, test } from "vitest";
import { reportText } from "./report-text.rule.ts";

const none = { roadblocks: [], applications: [], waivers: waiverCounts([]) };
const period = { from: "2026-11-01", to: "2026-11-30", timeZone: "America/Toronto", brand: null };
const roadblockCount = (result: string, count: number, more: object = {}) => ({
  event: "roadblock.met",
  result,
  count,
  journey: "",
  brand: "intact",
  province: "on",
  language: "en",
  accountType: "",
  emailSource: "",
  method: "",
  ...more,
});

const untimed = <Row>(rows: readonly Row[]) => ({ rows, times: [] });

test("the report ends with the roadblocks that were shown, by the code that an agent knows", () => {
  const events = [
    roadblockCount("block", 1),
    roadblockCount("technical", 2),
    roadblockCount("technical", 3, { journey: "registration", brand: "bna" }),
  ];
  const text = reportText({
    ...period,
    journeys: reportOf(untimed([]), untimed(events)),
    roadblocks: roadblockViews(events, [
      { roadblock: "block", next: "called", count: 1 },
      { roadblock: "technical", next: "triedAgain", count: 2 },
      { roadblock: "technical", next: "nothing", count: 3 },
    ]),
    applications: [],
    waivers: waiverCounts(events),
  });
  const [, table = ""] = text.split("— Roadblocks\n\n");
  const [heads, , ...rows] = table.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(heads).toEqual(["roadblock", "shown", "journeys", "brands", "provinces", "languages", "next"]);
  expect(rows).toEqual([
    ["R212 technical", "5", "registration 3, unknown 2", "bna 3, intact 2", "on 5", "en 5", "triedAgain 2, nothing 3"],
    ["R216 block", "1", "unknown 1", "intact 1", "on 1", "en 1", "called 1"],
  ]);
});

test("the report lists second proofs by the methods that they used, and other journeys without methods", () => {
  const dimensions = { brand: "intact", province: "on", language: "en", accountType: "", emailSource: "" };
  const proof = { ...dimensions, journey: "secondFactor", step: "SENT", reason: "" } as const;
  const endings = [
    { ...proof, methods: ["email", "text"], ending: "finished", count: 2 },
    { ...proof, methods: ["text"], ending: "left", reason: "quiet", count: 1 },
    { ...dimensions, journey: "link", step: "SENT", reason: "", methods: [], ending: "inProgress", count: 1 },
  ] as const;
  const text = reportText({ ...period, ...none, journeys: reportOf(untimed(endings), untimed([])) });
  const lines = text.split("\n").map((line) => line.split(/ {2,}/));
  expect(lines.filter(([first]) => first === "method")).toHaveLength(1);
  expect(lines).toContainEqual(["email", "2", "2", "0", "0", "0", "0", "0", "0.0%"]);
  expect(lines).toContainEqual(["text", "3", "0", "2", "0", "0", "1", "0", "0.0%"]);
});

test("the report says so where no journey began, and has no roadblock table where none was shown", () => {
  const text = reportText({ ...period, ...none, journeys: reportOf(untimed([]), untimed([])) });
  expect(text).toContain("No journey began in this period.");
  expect(text).not.toContain("Roadblocks");
});

test("the report ends with what became of waivers, where there were any", () => {
  const of = (event: string) => roadblockCount("ok", 1, { event });
  const waivers = waiverCounts([of("support.waiverRequested"), of("support.waiverStopped")]);
  const text = reportText({ ...period, ...none, journeys: reportOf(untimed([]), untimed([])), waivers });
  const [, table = ""] = text.split("— Waivers of the second proof\n\n");
  expect(table.match(/[a-z]+/g)).toEqual(Object.keys(waivers));
  expect(table.match(/\d+/g)).toEqual(["1", "0", "0", "1", "0", "0", "0"]);
});

test("the report lists journeys by the day on which they started", () => {
  const link = {
    ...roadblockCount("", 1, { journey: "link" }),
    journey: "link",
    step: "SENT",
    reason: "",
    methods: [],
  } as const;
  const rows = [
    { ...link, ending: "finished", count: 3 },
    { ...link, ending: "left", count: 2 },
  ] as const;
  const times = [
    { journey: "link", ending: "finished", time: "2026-11-02", count: 3 },
    { journey: "link", ending: "left", time: "2026-11-01", count: 2 },
  ];
  const journeys = reportOf({ rows, times }, untimed([]));
  const lines = reportText({ ...period, ...none, journeys }).split("\n");
  const at = lines.findIndex((line) => line.startsWith("day "));
  expect(lines.slice(at + 2, at + 4).map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ["2026-11-01", "2", "0"],
    ["2026-11-02", "3", "3"],
  ]);
});

test("the report lists sign-ins to applications, where there were any", () => {
  const signedIn = (application: string, brand: string) =>
    roadblockCount(application, 2, { event: "application.signedIn", brand });
  const applications = applicationSignIns([
    signedIn("claims", "bna"),
    signedIn("claims", "intact"),
    signedIn("claims", "bna"),
  ]);
  const text = reportText({ ...period, ...none, journeys: reportOf(untimed([]), untimed([])), applications });
  const [, table = ""] = text.split("— Logins to applications\n\n");
  const rows = table
    .split("\n")
    .slice(2)
    .map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ["claims", "bna", "4"],
    ["claims", "intact", "2"],
  ]);
});
