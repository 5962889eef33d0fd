import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../test/portal.ts";
import { browserRefusalsSlice } from "../../shared-slices/login-slices.server.ts";
import { loader } from "./overview.route.tsx";

const testApi = await openTestApi();

const newest = "2026-11-21T23:05:00.000Z";
const open = (user: PortalUser, failures: Record<string, string>) =>
  atPortal(user, loader as never, {
    path: "/account",
    headers: { "iv-user": "maelle@courrier.example", ...failures },
  });
const three = { "x-failed-sign-ins": "3", "x-last-failed-sign-in": newest };

test("says once, in the person's time zone, how many wrong passwords were tried since the last sign-in, and when last", async () => {
  const user = createPortalUser(testApi, { language: "en", province: "ns" });
  expect(await open(user, three)).toMatchObject({
    data: { failedSignIns: { count: 3, day: "November 21, 2026", time: "7:05\u00a0p.m. (Atlantic Time)" } },
  });
  expect(await open(user, three)).toMatchObject({ data: { failedSignIns: undefined } });
  const later = { "x-failed-sign-ins": "1", "x-last-failed-sign-in": "2026-11-22T23:05:00.000Z" };
  expect(await open(user, later)).toMatchObject({ data: { failedSignIns: { count: 1 } } });
});

test("does not report the person's typos just before from this browser, and reports those from another", async () => {
  const kept = { count: 1, at: "2026-11-21T23:04:40.000Z" };
  for (const [refusals, failures, count] of [
    [kept, { "x-failed-sign-ins": "1", "x-last-failed-sign-in": newest }, undefined],
    [kept, three, 3],
    [{ ...kept, count: 3 }, three, undefined],
    [{ ...kept, at: "2026-11-21T22:04:40.000Z" }, { "x-failed-sign-ins": "1", "x-last-failed-sign-in": newest }, 1],
  ] as const) {
    const user = createPortalUser(testApi);
    user.requestContext.session.set(browserRefusalsSlice, refusals);
    const opened = await open(user, failures);
    expect(opened).toMatchObject({ data: { failedSignIns: count === undefined ? undefined : { count } } });
    expect(user.requestContext.session.get(browserRefusalsSlice)).toBeUndefined();
  }
});

test("says nothing where no wrong password was tried", async () => {
  const none: Record<string, string>[] = [{}, { "x-failed-sign-ins": "3" }, { "x-last-failed-sign-in": "soon" }];
  for (const failures of none)
    expect(await open(createPortalUser(testApi), failures)).toMatchObject({
      data: { failedSignIns: undefined },
    });
});
