import { createGatewayTestApi } from "@vestibule/api/gateway/test/gateway-test-api.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { atPortal, createPortalUser, redirected } from "../../../test/portal.ts";
import { action, loader } from "./two-factor.route.tsx";

const testApi = closeAfterTests(await createGatewayTestApi());
const code = { method: "text", securityCode: "123456" };

test("a code entered in one tab after another has logged in leads to the account, and so does a reload", async () => {
  const user = createPortalUser(testApi);
  user.cookies.set("PD-H-SESSION-ID", "session-of-the-other-tab");
  const entered = await atPortal(user, action as never, { path: "/two-factor", form: code });
  const reloaded = await atPortal(user, loader as never, { path: "/two-factor" });
  expect([entered, reloaded]).toEqual([redirected("/account"), redirected("/account")]);
});

test("a code entered without a pending sign-in or a session leads to the login page", async () => {
  const user = createPortalUser(testApi);
  const entered = await atPortal(user, action as never, { path: "/two-factor", form: code });
  expect(entered).toMatchObject({ to: expect.stringMatching(/^\/(\?|$)/) });
});
