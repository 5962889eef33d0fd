import { buildApi } from "@vestibule/api/build-api.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { atPortal, createPortalUser, redirected } from "../../../test/portal.ts";
import { action as homeAction } from "./home.route.tsx";
import { action as maintenanceAction } from "./maintenance.route.tsx";

const secret = "the-secret-of-a-member-of-the-team";
const testApi = await openTestApi();

async function signedIn() {
  const user = createPortalUser(testApi, { language: "en" });
  user.requestContext.api.serviceCredential = "another-credential";
  const agents = { lea: { secret, roles: ["operate" as const] } };
  user.requestContext.api.fetch = buildApi({ ...testApi.deps, agents }).fetch;
  const form = { act: "signIn", agentId: "lea", loginPassword: secret };
  expect(await atPortal(user, homeAction as never, { path: "/team", form })).toEqual(redirected("/team"));
  return user;
}

const oddTexts = ["none", "a\u0000b", "\ud800", "\u202aab\u202c", "👩‍👩‍👧‍👦", "x".repeat(5000)];

test.each(["open", "bypass"])("asks for a brand where the form of maintenance to %s has none of ours", async (act) => {
  const user = await signedIn();
  for (const brand of oddTexts) {
    const form = { act, brand };
    const result = await atPortal(user, maintenanceAction as never, { path: "/team/maintenance", form });
    expect(result, JSON.stringify(brand.slice(0, 20))).toMatchObject({
      status: 400,
      data: { kind: "refused", why: "noBrand" },
    });
  }
});
