import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type RoadblockRow, raisedRoadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { previewPage, wholePortal } from "../../test/portal-browser.ts";
import type { SessionContents } from "../portal-slices.server.ts";

const moments = {
  /** A Monday at 1:30 p.m. in Quebec: telephone and chat are open. */
  open: "2026-11-23T18:30:00Z",
  /** Later that day: the telephone is closed, intact's chat is open. */
  chatAlone: "2026-11-24T00:30:00Z",
  /** A Sunday: both are closed. */
  closed: "2026-11-22T18:30:00Z",
} as const;
type Moment = keyof typeof moments;

let now = new Date(moments.open);
const testApi = await openTestApi({ clock: { now: () => now } });
const portal = await wholePortal(testApi, { clock: { now: () => now } });

interface Asked {
  moment: Moment;
  isLockedOut?: boolean;
  session?: Partial<SessionContents>;
  brand?: string;
  province?: ProvinceId;
}

/** The `main` element of a roadblock page in English. */
async function open(id: (typeof raisedRoadblockIds)[number], asked: Asked): Promise<string> {
  const { moment, isLockedOut = false, session = {}, brand = "intact", province = "qc" } = asked;
  now = new Date(moments[moment]);
  const until = new Date(now.getTime() + 15 * 60_000).toISOString();
  const roadblock = { id, reference: "482913706", ...(isLockedOut && { until }) };
  const url = `http://${brand}.localhost:3000${roadblocks[id].path}?language=en&province=${province}`;
  const preview = { session: structuredClone({ ...session, roadblock }), fetch: testApi.apis[0].fetch };
  return (await previewPage(portal, url, preview)).main;
}

/** The exits of a page, each as HTML. */
const tilesOf = (main: string) => (/<ul class="tiles">(.*?)<\/ul>/.exec(main)?.[1] ?? "").split("<li").slice(1);
/** The visible text, one line for each piece. */
const linesOf = (html: string) =>
  html
    .replace(/<span class="visually-hidden">.*?<\/span>/g, "")
    .replace(/<[^>]+>/g, "\n")
    .split("\n")
    .map((line) => line.replaceAll("\u00a0", " ").trim())
    .filter((line) => line.length > 1);
const isCall = (tile = "") => tile.includes('href="tel:');
const isChat = (tile = "") => tile.includes("/chat?");

describe.each(raisedRoadblockIds)("the roadblock %s", (id) => {
  const row: RoadblockRow = roadblocks[id];

  test.each(Object.keys(moments) as Moment[])(
    "highlights only its first exit, and only when that is available, at the moment %s",
    async (moment) => {
      for (const isLockedOut of row.endsByItself ? [false, true] : [false]) {
        const tiles = tilesOf(await open(id, { moment, isLockedOut }));
        const filled = tiles.filter((tile) => tile.includes("tile-lead"));
        const isClosed = (tile: string) =>
          tile.includes("tile-later") ||
          (isCall(tile) && moment !== "open") ||
          (isLockedOut && tile.includes(`value="${row.restartAt}"`));
        expect(filled).toEqual(tiles.every(isClosed) ? [] : [tiles[0]]);
        expect(filled.some(isClosed)).toBe(false);
      }
    },
  );

  test("shows no line twice", async () => {
    for (const moment of Object.keys(moments) as Moment[]) {
      const [above = ""] = (await open(id, { moment, isLockedOut: row.endsByItself })).split("<details");
      const lines = linesOf(above);
      expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
      expect(lines.filter((line) => /^(Today|Closed today)/.test(line))).toEqual([]);
    }
  });
});

test.each(["identity-verification", "maintenance", "login-difficulties", "temporary"] as const)(
  "%s: shows the end of the lockout once, right under the title",
  async (id) => {
    const main = await open(id, { moment: "open", isLockedOut: true });
    const [, firstExit = ""] = /<\/h1><p class="pause-end">(.*?)<\/p>/.exec(main) ?? [];
    expect(linesOf(firstExit).join(" ")).toContain("1:45 p.m.");
    expect(firstExit).toMatch(/<strong>(?:until|after) 1:45\u00a0p\.m\.<\/strong>/);
    expect(linesOf(main).filter((line) => line.includes("1:45 p.m."))).toHaveLength(1);
    expect(await open(id, { moment: "open" })).not.toContain("pause-end");
  },
);

test("does not repeat the end of a lockout that the title contains", async () => {
  const main = await open("forgot-password", { moment: "open", isLockedOut: true });
  expect(main).not.toContain("pause-end");
  expect(linesOf(main).filter((line) => line.includes("1:45 p.m."))).toHaveLength(1);
});

test("does not show the expiry of a message's link as the end of a lockout", async () => {
  const session = { roadblock: { id: "temporary" as const } };
  expect(await open("temporary", { moment: "open", session })).not.toContain("pause-end");
});

test("highlights a telephone without hours", async () => {
  const tiles = tilesOf(await open("block", { moment: "closed", brand: "belair" }));
  expect(isCall(tiles[0])).toBe(true);
  expect(tiles[0]).toContain("tile-lead");
});

test("puts an open chat first while the telephone is closed, except in an app", async () => {
  expect(isChat(tilesOf(await open("block", { moment: "chatAlone" }))[0])).toBe(true);
  const [first] = tilesOf(await open("block", { moment: "chatAlone", session: { webview: true } }));
  expect([isChat(first), isCall(first), first?.includes("tile-lead")]).toEqual([false, false, true]);
});

test("shows the opening time of a closed chat in its own tile", async () => {
  const tile = tilesOf(await open("block", { moment: "closed" })).find((one) => one.includes("Chat opens"));
  expect(tile).toContain('class="tile tile-later"');
  expect(tile).not.toContain("href");
});
