import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { previewPage, wholePortal } from "../../test/portal-browser.ts";

const testApi = await openTestApi();

/** Main content of a page whose loader throws, its status, and the number of reported errors. */
async function brokenPage(language: string) {
  const faults: unknown[] = [];
  const portal = await wholePortal(testApi, { reportFault: (fault) => void faults.push(fault) });
  const url = `http://bna.localhost:3000/roadblock/technical?province=qc&language=${language}`;
  const { main, status } = await previewPage(portal, url, {
    // A roadblock id that is not in the table makes the loader throw.
    session: { roadblock: { id: "none" as "technical" } },
    fetch: async () => new Response(null),
  });
  return { main, status, faults: faults.length };
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
