import { createGatewayTestApi } from "@vestibule/api/gateway/test/gateway-test-api.ts";
import { SecondProof } from "@vestibule/api/gateway/test/second-factor.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { firstPassword, newHolder } from "../../../../../test/recovery.ts";
import { atPortal, createPortalUser } from "../../../test/portal.ts";
import { showRoadblock } from "../../roadblock/lockout-end.server.ts";
import { displayedWords } from "../../roadblock/roadblock-words.server.ts";
import { roadblockSlice } from "../../roadblock/session-slice.server.ts";
import { loader } from "./two-factor.route.tsx";

const brands = await testBrands("newBrowser");
// A code by e-mail is not a method of these brands.
for (const { secondFactor } of brands.brands) secondFactor.email = "never";
const testApi = closeAfterTests(await createGatewayTestApi({ brands }));

async function removeMobile({ rowId, accountId }: Awaited<ReturnType<typeof newHolder>>, change: string) {
  await testApi.pool.query(`update book_row set cell_phone = ${change} where id = $1`, [rowId]);
  await testApi.pool.query("delete from account_contact where account_id = $1 and contact !~ '@'", [accountId]);
}

/** What the page of the second proof leads a person to whose brand sends no code by e-mail. */
async function leadsTo(mobile: "changed" | "none" | "held", language: "en" | "fr") {
  const person = await newHolder(testApi);
  const { accountId } = person;
  if (mobile === "held")
    await testApi.pool.query("insert into held_second_factor values ($1, 'text'), ($1, 'call')", [accountId]);
  else await removeMobile(person, mobile === "none" ? "null" : "'5145559101', cell_phone_since = app_now()");
  const proof = new SecondProof(testApi);
  await proof.browser.signIn(person.accountEmail, firstPassword);
  const user = createPortalUser(testApi, { language });
  user.cookies.set("pending-sign-in", proof.caller.pendingSignIn);
  const result = await atPortal<unknown>(user, loader as never, { path: "/two-factor" });
  const roadblock = user.requestContext.session.get(roadblockSlice);
  if (roadblock === undefined) throw new Error(result.kind);
  return { result, roadblock, ...displayedWords(user.requestContext, showRoadblock(user.requestContext, roadblock)) };
}

test("a person whose only method is a new mobile number reads why, until when, and that an agent helps", async () => {
  const english = await leadsTo("changed", "en");
  expect(english.result).toEqual({ kind: "redirected", to: "/roadblock/login-difficulties" });
  expect(Date.parse(english.roadblock.until ?? "")).toBeGreaterThan(Date.now() + 71 * 3_600_000);
  expect(english.title).toBe("Your new mobile number gets no codes yet.");
  expect(english.what).toMatch(/^It is new in your file; to protect you, it gets no code before .* at .*\.$/);
  expect(english.next).toMatch(/^Log in .* after .*, or call us: an agent will/);
  const french = await leadsTo("changed", "fr");
  expect(french.title).toMatch(/^Votre nouveau numéro de cellulaire/);
  expect(french.what).toMatch(/aucun code avant .* à /);
  expect(french.next).toMatch(/ou appelez-nous/);
});

test("a person without any method reads that, and not that tries failed", async () => {
  for (const language of ["en", "fr"] as const) {
    const { result, title, what, next } = await leadsTo("none", language);
    expect(result).toEqual({ kind: "redirected", to: "/roadblock/login-difficulties" });
    expect(`${title} ${what}`).toMatch(/code/);
    expect(`${title} ${what} ${next}`).not.toMatch(/tries|essais/);
    expect(next).toMatch(/Call us|Appelez-nous/);
  }
});

test("a person whose only method is held reads that a new password is needed", async () => {
  for (const language of ["en", "fr"] as const) {
    const { result, title, next } = await leadsTo("held", language);
    expect(result).toEqual({ kind: "redirected", to: "/roadblock/forgot-password" });
    expect(title).toMatch(/needs a new password|besoin d’un nouveau mot de passe/);
    expect(next).toMatch(/^Choose it right now|^Choisissez-le/);
  }
});
