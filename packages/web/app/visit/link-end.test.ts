import { describe, expect, test } from "vitest";
import { linkEnd } from "./link-end.server.ts";
import type { LinkMemory, PortalRequestContext } from "./request-context.ts";

const now = new Date("2026-11-21T18:40:00Z");
const requestContext = { now, province: "qc", provinceFrom: "choice", language: "fr" } as PortalRequestContext;
const link = (endDate?: string) => ({ token: "t", answer: { endDate } }) as LinkMemory;

describe("the page of a link", () => {
  test("expires after an hour when the link lasts longer, restarted each time it is shown", () => {
    const opened = link("2026-11-22T18:00:00Z");
    expect(linkEnd(requestContext, opened)).toEqual({
      endsAt: "14\u00a0h\u00a040",
      warnsInSeconds: 58 * 60,
      isExtended: true,
    });
    expect(opened.seenAt).toBe(now.toISOString());
    const later = { ...requestContext, now: new Date("2026-11-21T19:30:00Z") };
    expect(linkEnd(later, opened)).toMatchObject({ endsAt: "15\u00a0h\u00a030" });
    expect(opened.seenAt).toBe("2026-11-21T19:30:00.000Z");
  });

  test("expires with the link, which cannot be extended", () => {
    expect(linkEnd(requestContext, link("2026-11-21T19:05:00Z"))).toEqual({
      ...{ endsAt: "14\u00a0h\u00a005", warnsInSeconds: 23 * 60, isExtended: false },
    });
  });

  test("expires after an hour when the link's expiry is unknown", () => {
    expect(linkEnd(requestContext, link())).toMatchObject({ warnsInSeconds: 58 * 60, isExtended: true });
  });
});
