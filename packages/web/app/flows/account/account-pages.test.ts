import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { signedInPerson } from "../../../../../test/signed-in.ts";
import { atPortal, createPortalUser } from "../../../test/portal.ts";
import { PortalBrowser, wholePortal } from "../../../test/portal-browser.ts";
import { noticeSlice } from "../../shared-slices/login-slices.server.ts";
import { accountPageNames, accountPagePath } from "./account-path.table.ts";
import { loader } from "./policies.route.tsx";

const testApi = await openTestApi();
const headers = { "iv-user": "maelle@courrier.example" };

describe("a page of the account", () => {
  const openPolicies = (session: string) => {
    const user = createPortalUser(testApi);
    user.cookies.set("PD-H-SESSION-ID", session);
    return { user, opened: atPortal(user, loader as never, { path: "/account/policies", headers }) };
  };

  test("shows the policies of the browser's session", async () => {
    const { caller } = await signedInPerson(testApi);
    expect(await openPolicies(caller.gatewaySession).opened).toMatchObject({ data: { policies: [{ line: "auto" }] } });
  });

  test("redirects to the login page with a notice when the API knows no such session", async () => {
    const { user, opened } = openPolicies("unknown");
    expect(await opened).toEqual({ kind: "redirected", to: "/" });
    expect(user.requestContext.session.get(noticeSlice)).toBe("signInEnded");
  });

  test("is shown within the navigation, which marks its section", async () => {
    const { caller } = await signedInPerson(testApi);
    const browser = new PortalBrowser(await wholePortal(testApi));
    browser.cookies.set("PD-H-SESSION-ID", caller.gatewaySession);
    const { main } = await browser.open("/account/add-policy", headers);
    expect(main.match(/<a [^>]*aria-current="true"[^>]*>/g)).toEqual([expect.stringContaining("/account/policies")]);
    expect((await browser.open("/account/policies/", headers)).main).toMatch(/aria-current="page"/);
    expect((await browser.open("/account", headers)).main).not.toContain("aria-current");
  });

  test("has a link that logs out, whatever the page", async () => {
    const { caller } = await signedInPerson(testApi);
    const browser = new PortalBrowser(await wholePortal(testApi));
    browser.cookies.set("PD-H-SESSION-ID", caller.gatewaySession);
    const without = [];
    for (const name of accountPageNames) {
      const { status, main } = await browser.open(accountPagePath(name), headers);
      // A page for the code of a change leads on where no change waits.
      if (status === 200 && !main.includes('href="/pkmslogout"')) without.push(name);
    }
    expect(without).toEqual([]);
  });

  test("is not found under an unknown name", async () => {
    const browser = new PortalBrowser(await wholePortal(testApi));
    expect((await browser.open("/account/nothing", headers)).status).toBe(404);
  });
});
