import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { firstPassword, newHolder, summaryOf } from "../../../../test/recovery.ts";
import { clientOf, signedOutCaller } from "../../../../test/signed-in.ts";
import { Application, follow } from "./test/application.ts";
import type { Browser } from "./test/browser.ts";
import { createOidcTestApi, openBrowser } from "./test/oidc-test-api.ts";
import { passSecondFactor, SecondProof } from "./test/second-factor.ts";

const testApi = closeAfterTests(await createOidcTestApi({ brands: await testBrands("never") }));
const [first] = testApi.servers;
const application = await Application.discover(first);
const passkeys = clientOf(testApi, passkeyEndpoints);
const twoFactors = { acr_values: "urn:vestibule:two-factor" };

/** Whether the session of a browser may add a passkey. */
const startsPasskey = async ({ cookies }: Browser) =>
  summaryOf(
    await passkeys.creationOptions({
      ...signedOutCaller,
      gatewaySession: cookies.get("PD-H-SESSION-ID") ?? "",
    }),
  );

/** Steps a session up by a text whose password was typed some minutes ago; `isKept`: the browser still has its cookie. */
async function steppedUp({ minutes, isKept = true }: { minutes: number; isKept?: boolean }) {
  const person = await newHolder(testApi);
  const browser = openBrowser(first);
  await browser.signIn(person.accountEmail, firstPassword);
  await testApi.pool.query(
    "update gateway_session set started_at = started_at - make_interval(mins => $2) where account_id = $1",
    [person.accountId, minutes],
  );
  const { url, verifier } = await application.start(twoFactors);
  await follow(browser, url.href);
  if (!isKept) browser.cookies.delete("PD-H-SESSION-ID");
  const passed = await passSecondFactor(new SecondProof(testApi, browser), person.cellPhone);
  const tokens = await application.finish(await follow(browser, passed.headers.get("location") ?? ""), verifier);
  return { browser, claims: tokens.claims() };
}

test.each([true, false])(
  "A-481 a second proof in a session that was left open allows no change of the account: %s",
  async (isKept) => {
    const { browser, claims } = await steppedUp({ minutes: 11, isKept });
    expect(claims?.acr).toBe("urn:vestibule:two-factor");
    expect(await startsPasskey(browser)).toBe("403 3010");
  },
);

test("a second proof leaves a password that was just typed a fresh proof", async () => {
  const { browser } = await steppedUp({ minutes: 1 });
  expect(await startsPasskey(browser)).toBe("200");
});

test("an application hears the time of the second proof", async () => {
  const { claims } = await steppedUp({ minutes: 11 });
  expect((claims?.iat ?? 0) - (claims?.auth_time ?? 0)).toBeLessThan(60);
});
