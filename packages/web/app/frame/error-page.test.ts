import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { wholePortal } from "../../test/portal-browser.ts";

const testApi = await openTestApi();

/** Main content of a page whose loader throws, its status, and the number of reported errors. */
async function brokenPage(language: string) {
  const faults: unknown[] = [];
  const portal = await wholePortal(testApi, { reportFault: (fault) => void faults.push(fault) });
  const origin = "http://bna.localhost:3000";
  const answer = await portal(new Request(`${origin}/roadblock/technical?province=qc&language=${language}`), {
    nonce: "n",
    origin,
    clientIp: "203.0.113.7",
    // A roadblock id that is not in the table makes the loader throw.
    preview: { session: { roadblock: { id: "none" as "technical" } }, fetch: async () => new Response(null) },
  });
  const [main = ""] = /<main[\s\S]*<\/main>/.exec(await answer.text()) ?? [];
  return { main, status: answer.status, faults: faults.length };
}

test("shows the error page in both languages, with the brand's telephone number", async () => {
  const { main, status, faults } = await brokenPage("fr");
  expect([status, faults]).toEqual([500, 1]);
  for (const [language, words] of [
    ["fr", "Le problème vient de nous."],
    ["en", "The problem is on our side."],
  ])
    expect(main).toMatch(new RegExp(`lang="${language}-CA"[^]*${words}[^]*href="tel:\\+18`));
});

test.each(["fr", "en"])("shows the error page in %s first when that is the page's language", async (language) => {
  const { main } = await brokenPage(language);
  expect(/lang="(\w+)-CA"/.exec(main)?.[1]).toBe(language);
});
