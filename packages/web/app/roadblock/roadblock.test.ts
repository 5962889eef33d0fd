import { languages } from "@vestibule/catalogue/province.table.ts";
import {
  type RoadblockRow,
  raisedRoadblockIds,
  roadblockIds,
  roadblocks,
  shownCauses,
} from "@vestibule/catalogue/roadblock.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { describe, expect, test } from "vitest";
import { newPortalSession, type SessionContents } from "../portal-slices.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { exitUrl, isUrlExit } from "./exit.rule.ts";
import { leaveRoadblockAt } from "./leave-roadblock.server.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";
import { roadblockAt, untilInWords } from "./roadblock-data.server.ts";
import { roadblockSlice } from "./session-slice.server.ts";

const facts = {
  marketingUrl: "https://www.example.ca",
  registration: "/registration/identification",
  interrupted: { kind: "none" as const },
};

/** What says how long something takes: a time, "right now", a number of minutes, or where the time will be given. */
const howLong = {
  en: /\{(?:until|from|before)\}|right now|right away|minutes|how long/,
  fr: /\{(?:until|from|before)\}|tout de suite|minutes|combien de temps|jusqu’à quand/,
};

function requestContextWith(session: SessionContents): PortalRequestContext {
  return {
    session: newPortalSession(session),
    now: new Date("2026-11-21T18:40:00Z"),
    province: "qc",
    language: "fr",
  } as PortalRequestContext;
}

describe.each(roadblockIds)("the roadblock %s", (id) => {
  const row: RoadblockRow = roadblocks[id];

  test("says in both languages what happened, what it affects and what to do, in one sentence each per variant", () => {
    for (const language of languages) {
      const texts = pageTexts(["roadblock"], language);
      for (const part of ["title", "what", "affected", "next"]) {
        const key = `roadblock:${id}.${part}`;
        const forms = Object.keys(texts).filter((one) => one === key || one.startsWith(`${key}.`));
        expect(forms, part).toContain(key);
        for (const form of forms) expect(String(texts[form]).match(/[.?!](?=\s|$)/g), form).toHaveLength(1);
      }
    }
  });

  test("has a text with the end of the lockout exactly if it expires", () => {
    const timed = Object.keys(pageTexts(["roadblock"], "en")).filter(
      (key) => key.startsWith(`roadblock:${id}.`) && key.endsWith(".until"),
    );
    expect(timed.length > 0).toBe(row.endsByItself === true);
  });

  test("says in every variant how long it takes, unless the first exit is a call", () => {
    for (const language of languages) {
      const texts = pageTexts(["roadblock"], language);
      const forms = Object.keys(texts).flatMap((key) => key.split(`roadblock:${id}.next`)[1] ?? []);
      for (const form of forms) {
        const cause = [...shownCauses.values()].find((one) => `.${one.form}` === form);
        const exits = (cause?.differs?.exits ?? row.exits).filter(
          (exit) =>
            (form !== ".withoutLink" || exit !== "newLink") &&
            (form === ".newCode" || exit !== "newCode") &&
            exit !== "newLetter" &&
            (form === ".changeRole" || exit !== "changeRole"),
        );
        const flash = ["title", "what", "next"].map((part) => {
          const key = `roadblock:${id}.${part}`;
          return String(texts[`${key}${form}`] ?? texts[key]);
        });
        if (exits[0] !== "telephone") expect(flash.join(" "), form).toMatch(howLong[language]);
      }
    }
  });

  test("has exits, including a telephone, each with a label and a target", () => {
    expect(row.exits).toContain("telephone");
    for (const exit of row.exits) {
      for (const language of languages)
        expect(pageTexts(["roadblock"], language)[`roadblock:exit.${exit}`]).toBeDefined();
      if (isUrlExit(exit)) expect(exitUrl(exit, facts)).toMatch(/^(\/|https:\/\/)/);
      else
        expect(["telephone", "customerLine", "chat", "findEmail", "newCode", "newLetter", "changeRole"]).toContain(
          exit,
        );
    }
  });

  test("is found by its path, with or without a trailing slash", () => {
    expect(roadblockAt(row.path)).toBe(id);
    expect(roadblockAt(`${row.path}/`)).toBe(id);
  });
});

const site = "https://portal.example";

describe.each(raisedRoadblockIds)("the raised roadblock %s", (id) => {
  const row: RoadblockRow = roadblocks[id];

  test("is kept on its own page, and cleared on any other page together with the flow unless its row keeps it", async () => {
    const roadblock = { id, reference: "482913706" };
    const requestContext = requestContextWith({ roadblock, registration: { token: "t" } });
    await leaveRoadblockAt(requestContext, new Request(site), row.path);
    await leaveRoadblockAt(requestContext, new Request(site, { method: "POST" }), "/help");
    expect(requestContext.session.get(roadblockSlice)).toEqual(roadblock);
    await leaveRoadblockAt(requestContext, new Request(site), "/");
    expect(requestContext.session.contents).toEqual(row.keepsFlow ? { registration: { token: "t" } } : {});
  });
});

test.each([
  ["/favicon.ico", {}],
  ["/apple-touch-icon-precomposed.png", {}],
  ["/.well-known/change-password", {}],
  ["/", { "sec-purpose": "prefetch" }],
  ["/legal/privacy", { "sec-fetch-dest": "document" }],
  ["/unheard-of", { "sec-fetch-dest": "image" }],
])("keeps the roadblock when the browser requests %s with %o", async (path, headers) => {
  const requestContext = requestContextWith({ roadblock: { id: "block", reference: "482913706" } });
  await leaveRoadblockAt(requestContext, new Request(site, { headers }), path);
  expect(requestContext.session.get(roadblockSlice)?.id).toBe("block");
});

test.each(["document", "empty"])("clears the roadblock when a page is requested as %s", async (use) => {
  const requestContext = requestContextWith({ roadblock: { id: "block", reference: "482913706" } });
  await leaveRoadblockAt(requestContext, new Request(site, { headers: { "sec-fetch-dest": use } }), "/help");
  expect(requestContext.session.get(roadblockSlice)).toBeUndefined();
});

test("replaces an earlier roadblock", () => {
  const requestContext = requestContextWith({ roadblock: { id: "block", reference: "482913706" } });
  const response = raiseRoadblock(requestContext, "technical", { errorCode: "0x1" });
  expect(requestContext.session.get(roadblockSlice)).toEqual({ id: "technical", errorCode: "0x1" });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/roadblock/technical"]);
});

describe("the end of a lockout", () => {
  test("is a time of day in the customer's province, rounded up to the minute", () => {
    expect(untilInWords(requestContextWith({}), "2026-11-21T19:24:30Z")).toEqual({
      kind: "today",
      time: "14\u00a0h\u00a025",
    });
  });

  test.each([
    ["2026-11-22T04:59:10Z", "en", { kind: "near", day: "tomorrow", time: "midnight" }],
    ["2026-11-22T18:47:00Z", "fr", { kind: "near", day: "demain", time: "13\u00a0h\u00a047" }],
    ["2026-11-22T18:47:00Z", "en", { kind: "near", day: "tomorrow", time: "1:47\u00a0p.m." }],
    ["2026-11-23T13:00:00Z", "fr", { kind: "near", day: "lundi", time: "8\u00a0h" }],
    ["2026-11-27T13:00:00Z", "en", { kind: "near", day: "Friday", time: "8\u00a0a.m." }],
    ["2026-11-28T13:00:00Z", "en", { kind: "far", day: "November 28", time: "8\u00a0a.m." }],
    ["2026-12-01T15:00:00Z", "fr", { kind: "far", day: "1er\u00a0décembre", time: "10\u00a0h" }],
    ["2027-01-02T11:00:00Z", "fr", { kind: "far", day: "2\u00a0janvier 2027", time: "6\u00a0h" }],
    ["2027-01-02T11:00:00Z", "en", { kind: "far", day: "January 2, 2027", time: "6\u00a0a.m." }],
  ] as const)("%s has a relative day within a week, and a year only when it differs (%s)", (until, language, flash) => {
    expect(untilInWords({ ...requestContextWith({}), language }, until)).toEqual(flash);
  });

  test("is undefined when it has passed or is unknown", () => {
    expect(untilInWords(requestContextWith({}), "2026-11-21T18:39:00Z")).toBeUndefined();
    expect(untilInWords(requestContextWith({}), undefined)).toBeUndefined();
    expect(untilInWords(requestContextWith({}), "soon")).toBeUndefined();
  });
});
