import { sentence } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { atPortal, createPortalUser } from "../../../test/portal.ts";
import { PortalBrowser, visibleText, wholePortal } from "../../../test/portal-browser.ts";
import { loader } from "./account-layout.route.tsx";
import { action } from "./overview.route.tsx";

const testApi = await openTestApi();
const title = String(sentence("login:notice.sessionEnded.title", "en"));

/** A browser whose gateway session ends in ten minutes when idle, and in `latest` minutes in any case. */
function signedIn({ latest }: { latest: number }) {
  const user = createPortalUser(testApi);
  const inMinutes = (minutes: number) => new Date(user.requestContext.now.getTime() + minutes * 60_000).toISOString();
  const headers = {
    "iv-user": "maelle@courrier.example",
    "x-session-idle-end": inMinutes(10),
    "x-session-end": inMinutes(latest),
  };
  return { user, headers };
}

const drawn = ({ user, headers }: ReturnType<typeof signedIn>) =>
  atPortal(user, loader as never, { path: "/account", headers });

describe("the page of a signed-in person", () => {
  test("knows when the session ends, when to warn, and whether it can be extended", async () => {
    expect(await drawn(signedIn({ latest: 60 }))).toMatchObject({
      data: { limit: { warnsInSeconds: 8 * 60, isExtended: true }, wholeMinutes: 60 },
    });
    expect(await drawn(signedIn({ latest: 6 }))).toMatchObject({
      data: { limit: { warnsInSeconds: 4 * 60, isExtended: false } },
    });
  });

  test("extends the session by a form that returns to it", async () => {
    const { user, headers } = signedIn({ latest: 60 });
    expect(await atPortal(user, action as never, { path: "/account", headers, form: {} })).toEqual({
      kind: "redirected",
      to: "/account",
    });
  });

  test("redirects to the login page once the session has ended, when opened or when more time is requested", async () => {
    for (const method of ["open", "post"] as const) {
      const browser = new PortalBrowser(await wholePortal(testApi));
      browser.cookies.set("PD-H-SESSION-ID", "over");
      expect((await browser[method]("/account/policies", {})).location).toBe("/");
      expect(visibleText(await browser.open("/"))).toContain(title);
    }
  });
});

describe("the login page, where a protected URL redirects without a session,", () => {
  const firstVisit = "/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000&URL=%2Faccount";
  const opened = async (browser: PortalBrowser) => {
    expect((await browser.open(firstVisit)).location).toBe("/");
    return visibleText(await browser.open("/"));
  };

  test("says that the session ended and after how many minutes, in a browser that had one", async () => {
    const browser = new PortalBrowser(await wholePortal(testApi));
    browser.cookies.set("PD-H-SESSION-ID", "over");
    const shown = await opened(browser);
    expect(shown).toContain(title);
    expect(shown).toContain(t(sentence("login:notice.sessionEnded", "en"), "en", { idle: 10, whole: 60 }));
  });

  test("does not say so on a first request", async () => {
    expect(await opened(new PortalBrowser(await wholePortal(testApi)))).not.toContain(title);
  });
});
