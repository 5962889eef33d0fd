import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { signedInPerson } from "../../../../../test/signed-in.ts";
import { atPortal, createPortalUser } from "../../../test/portal.ts";
import { loader } from "./account.route.tsx";

const testApi = await openTestApi();
const headers = { "iv-user": "maelle@courrier.example" };

describe("a page of the account", () => {
  const openAt = (session: string | undefined, page: string) => {
    const user = createPortalUser(testApi);
    if (session !== undefined) user.cookies.set("PD-H-SESSION-ID", session);
    return { user, opened: atPortal(user, loader as never, { path: `/account/${page}`, params: { page }, headers }) };
  };

  test("shows the policies of the browser's session", async () => {
    const { caller } = await signedInPerson(testApi);
    expect(await openAt(caller.gatewaySession, "policies").opened).toMatchObject({
      data: { page: "policies", view: { policies: [{ line: "auto" }] } },
    });
  });

  test("redirects to the login page with a notice when the API knows no such session", async () => {
    const { user, opened } = openAt("unknown", "policies");
    expect(await opened).toEqual({ kind: "redirected", to: "/" });
    expect(user.requestContext.session.notice).toBe("signInEnded");
  });

  test("is not found under an unknown name", async () => {
    expect(await openAt("unknown", "nothing").opened).toMatchObject({ kind: "rendered", status: 404 });
  });
});
