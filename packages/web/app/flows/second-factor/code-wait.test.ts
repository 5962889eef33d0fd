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

/** The page of the second proof after another sign-in of this person. */
async function openPage(person: Awaited<ReturnType<typeof newHolder>>) {
  const proof = new SecondProof(testApi);
  await proof.browser.signIn(person.accountEmail, firstPassword);
  const user = createPortalUser(testApi, { language: "en" });
  user.cookies.set("pending-sign-in", proof.caller.pendingSignIn);
  const page = await atPortal<TwoFactorData>(user, loader as never, { path: "/two-factor" });
  if (page.kind !== "rendered") throw new Error("no page was rendered");
  return { ...page.data, requestContext: user.requestContext };
}

test("the page of the second proof names a minute in which a new code can already be had", async () => {
  const { sent, requestContext } = await openPage(await newHolder(testApi));
  const { waitSeconds = 0, retryAt: shown } = sent?.resend ?? {};

  expect(waitSeconds).toBeGreaterThan(0);
  expect(shown).toBe(retryAt(requestContext, waitSeconds));
});

test("the page of the second proof says at once that a fourth text within ten minutes has to wait", async () => {
  const person = await newHolder(testApi);
  for (let texts = 0; texts < 3; texts += 1) expect((await openPage(person)).sent).not.toBeNull();
  const fourth = await openPage(person);

  expect(fourth).toMatchObject({ sent: null, flash: "wait", retryAt: { time: expect.stringMatching(/^\d+:\d\d/) } });
});
