import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { retryAt } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import type { SessionLink } from "../shared-slices/link-slices.server.ts";
import { codeLimit, linkLimit, timeLimit } from "./expiry.server.ts";

const { brands } = await testBrands();
const brand = (wanted: string) => brands.find(({ id }) => id === wanted);
const requestContext = {
  now: new Date("2026-11-21T18:40:00Z"),
  province: "qc",
  language: "fr",
  brand: brand("intact"),
  provinceFrom: "choice",
} as PortalRequestContext;

describe("an expiry", () => {
  test("is a local time of day, with a warning two minutes before", () => {
    expect(timeLimit(requestContext, { expiresAt: new Date("2026-11-21T18:55:00Z") })).toEqual({
      endsAt: "13\u00a0h\u00a055",
      warnsInSeconds: 13 * 60,
    });
    const inNewfoundland = { ...requestContext, province: "nl", language: "en" } as PortalRequestContext;
    expect(timeLimit(inNewfoundland, { expiresAt: new Date("2026-11-21T18:55:00Z") }).endsAt).toBe("3:25\u00a0p.m.");
  });

  test("is warned about at once when less time is left", () => {
    expect(timeLimit(requestContext, { expiresAt: new Date("2026-11-21T18:41:00Z") }).warnsInSeconds).toBe(0);
    expect(timeLimit(requestContext, { expiresAt: new Date("2026-11-21T18:00:00Z") }).warnsInSeconds).toBe(0);
  });
});

describe("expiry and retry times", () => {
  const guess: PortalRequestContext = { ...requestContext, provinceFrom: "guess" };
  const times = (about: PortalRequestContext) => [
    timeLimit(about, { expiresAt: new Date("2026-11-21T18:55:00Z") }).endsAt,
    codeLimit(about, { sentAt: "2026-11-21T18:40:00Z" }).endsAt,
    retryAt(about, 60),
  ];

  test("name their time zone when no province was chosen", () => {
    const zone = " (heure de l’Est)";
    expect(times(guess)).toEqual([`13\u00a0h\u00a055${zone}`, `13\u00a0h\u00a050${zone}`, `13\u00a0h\u00a041${zone}`]);
    expect(times({ ...guess, province: "ns", language: "en" })[0]).toBe("2:55\u00a0p.m. (Atlantic Time)");
  });

  test("omit the zone when the province was chosen or the brand sells in one zone", () => {
    for (const about of [requestContext, { ...guess, brand: brand("bna") ?? guess.brand }])
      expect(times(about)).toEqual(["13\u00a0h\u00a055", "13\u00a0h\u00a050", "13\u00a0h\u00a041"]);
  });
});

const link = (endDate?: string) => ({ token: "t", answer: { endDate } }) as SessionLink;

describe("the page of a link", () => {
  test("expires after an hour when the link lasts longer, restarted each time it is shown", () => {
    const opened = link("2026-11-22T18:00:00Z");
    expect(linkLimit(requestContext, opened)).toEqual({
      endsAt: "14\u00a0h\u00a040",
      warnsInSeconds: 58 * 60,
      isExtended: true,
    });
    expect(opened.seenAt).toBe(requestContext.now.toISOString());
    const later = { ...requestContext, now: new Date("2026-11-21T19:30:00Z") };
    expect(linkLimit(later, opened)).toMatchObject({ endsAt: "15\u00a0h\u00a030" });
    expect(opened.seenAt).toBe("2026-11-21T19:30:00.000Z");
  });

  test("expires with the link, which cannot be extended", () => {
    expect(linkLimit(requestContext, link("2026-11-21T19:05:00Z"))).toEqual({
      endsAt: "14\u00a0h\u00a005",
      warnsInSeconds: 23 * 60,
      isExtended: false,
    });
  });

  test("expires after an hour when the link's expiry is unknown", () => {
    expect(linkLimit(requestContext, link())).toMatchObject({ warnsInSeconds: 58 * 60, isExtended: true });
  });
});
