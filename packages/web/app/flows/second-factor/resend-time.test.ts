import { createGatewayTestApi } from "@vestibule/api/gateway/test/gateway-test-api.ts";
import { SecondProof } from "@vestibule/api/gateway/test/second-factor.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { firstPassword, newHolder } from "../../../../../test/recovery.ts";
import { atPortal, createPortalUser } from "../../../test/portal.ts";
import { retryAt } from "../../i18n/localize.server.ts";
import { loader } from "./two-factor.route.tsx";
import type { TwoFactorData } from "./two-factor-view.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));

test("the page of the second proof names a minute in which a new code can already be had", async () => {
  const person = await newHolder(testApi);
  const proof = new SecondProof(testApi);
  await proof.browser.signIn(person.accountEmail, firstPassword);
  const user = createPortalUser(testApi, { language: "en" });
  user.cookies.set("pending-sign-in", proof.caller.pendingSignIn);
  const page = await atPortal<TwoFactorData>(user, loader as never, { path: "/two-factor" });
  if (page.kind !== "rendered" || page.data.sent === null) throw new Error("no code was sent");
  const { resend } = page.data.sent;

  expect(resend.waitSeconds).toBeGreaterThan(0);
  expect(resend.retryAt).toBe(retryAt(user.requestContext, resend.waitSeconds));
});
