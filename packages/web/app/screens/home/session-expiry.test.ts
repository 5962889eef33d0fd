import { sentence } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { atPortal, portalGuest } from "../../../test/portal.ts";
import { PortalBrowser, said, wholePortal } from "../../../test/portal-browser.ts";
import { action, loader } from "./home.screen.tsx";

const testApi = await openTestApi();

/** A browser that the gateway lets in for so many minutes more, and at most. */
function signedIn({ idle, latest }: { idle: number; latest: number }) {
  const guest = portalGuest(testApi);
  const inMinutes = (minutes: number) => new Date(guest.requestContext.now.getTime() + minutes * 60_000).toISOString();
  const headers = {
    "iv-user": "maelle@courrier.example",
    "x-session-idle-end": inMinutes(idle),
    "x-session-end": inMinutes(latest),
  };
  return { guest, headers };
}

const drawn = ({ guest, headers }: ReturnType<typeof signedIn>) =>
  atPortal(guest, loader as never, { path: "/home", headers });

describe("the page of somebody who signed in", () => {
  test("knows when the session closes, warns two minutes before, and whether that can be put off", async () => {
    expect(await drawn(signedIn({ idle: 10, latest: 60 }))).toMatchObject({
      data: { limit: { warnsInSeconds: 8 * 60, isExtended: true }, wholeMinutes: 60 },
    });
    expect(await drawn(signedIn({ idle: 10, latest: 6 }))).toMatchObject({
      data: { limit: { warnsInSeconds: 4 * 60, isExtended: false } },
    });
  });

  test("stays open by a form that comes back to it", async () => {
    const { guest, headers } = signedIn({ idle: 10, latest: 60 });
    expect(await atPortal(guest, action as never, { path: "/home", headers, form: {} })).toEqual({
      ...{ kind: "left", to: "/home" },
    });
  });

  test("leads to the login page once the session is over, whether it is looked at or asked to stay", async () => {
    for (const handler of [loader, action]) {
      const guest = portalGuest(testApi);
      guest.requestContext.readCookie = (name) => (name === "PD-H-SESSION-ID" ? "over" : undefined);
      const answer = await atPortal(guest, handler as never, { path: "/home", form: {} });
      expect(answer).toEqual({ kind: "left", to: "/" });
      expect(guest.requestContext.session.notice).toBe("signInEnded");
    }
  });
});

describe("the login page, where a protected address leads without a session,", () => {
  const firstVisit = "/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000&URL=%2Fhome";
  const title = String(sentence("login:notice.sessionEnded.title", "en"));
  const opened = async (browser: PortalBrowser) => {
    expect((await browser.open(firstVisit)).location).toBe("/");
    return said(await browser.open("/"));
  };

  test("says that the session ended and after how many minutes, to a browser that had one", async () => {
    const browser = new PortalBrowser(await wholePortal(testApi));
    browser.cookies.set("PD-H-SESSION-ID", "over");
    const shown = await opened(browser);
    expect(shown).toContain(title);
    expect(shown).toContain(t(sentence("login:notice.sessionEnded", "en"), "en", { idle: 10, whole: 60 }));
  });

  test("says nothing of the kind to a first visit", async () => {
    expect(await opened(new PortalBrowser(await wholePortal(testApi)))).not.toContain(title);
  });
});
