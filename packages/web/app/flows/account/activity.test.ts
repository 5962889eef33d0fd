import type { Activity } from "@vestibule/contract/account/security.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { createPortalUser } from "../../../test/portal.ts";
import { describeActivities } from "./activity.server.ts";

const testApi = await openTestApi();
const { requestContext } = createPortalUser(testApi, { language: "en", province: "on" });

const windows = { browser: "chrome", system: "windows" } as const;
const wrong = { activity: "wrongPassword", canDeny: true, ...windows } as const;
type Listed = Omit<Activity, "id" | "at">;

/** Activities one minute apart, newest first, the newest at 10:30 a.m. in Toronto with the id 900. */
const listed = (rows: readonly Listed[]): Activity[] =>
  rows.map((row, ago) => ({ ...row, id: String(900 - ago), at: `2026-11-30T15:${30 - ago}:00.000Z` }));
const shown = (...rows: Listed[]) =>
  describeActivities(requestContext, listed(rows)).map(({ id, activity, tries }) => ({ id, activity, tries }));

test("shows ten wrong passwords in a row from one browser as one entry, with their number and its two ends", () => {
  const [entry, ...others] = describeActivities(requestContext, listed(Array.from({ length: 10 }, () => wrong)));

  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    id: "900",
    canDeny: true,
    device: "Chrome on Windows",
    when: { day: "November 30, 2026", time: "10:30\u00a0a.m." },
    tries: { count: 10, firstDay: "November 30, 2026", firstTime: "10:21\u00a0a.m." },
  });
});

test("starts another entry for another browser, another refusal, and after what lies between", () => {
  const paused = { ...wrong, activity: "signInPaused" } as const;
  const signedIn = { ...wrong, activity: "signedIn" } as const;

  expect(
    shown(paused, wrong, wrong, { ...wrong, browser: "firefox" }, signedIn, wrong).map(({ id, tries }) => [
      id,
      tries?.count,
    ]),
  ).toEqual([
    ["900", undefined],
    ["899", 2],
    ["897", undefined],
    ["896", undefined],
    ["895", undefined],
  ]);
});

test("shows two logins in a row as two entries", () => {
  const signedIn = { activity: "signedIn", canDeny: true, ...windows } as const;

  expect(shown(signedIn, signedIn).map(({ id }) => id)).toEqual(["900", "899"]);
});
