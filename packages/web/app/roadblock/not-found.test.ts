import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { supportDeskOf } from "../../../../test/support-desk.ts";
import { openPortal, PortalBrowser, visibleText } from "../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();
const { agentCode, path } = roadblocks["not-found"];

/** Number of references and audit events in the database. */
async function storedRows() {
  const { rows } = await testApi.pool.query(
    "select (select count(*) from support_reference)::int + (select count(*) from audit_event)::int as rows",
  );
  return rows;
}

test.each(["/somewhere-else", path, "/roadblock/unheard-of", "/legal/unheard-of", "/registration/validation/fax"])(
  "shows the not-found page for %s in both languages, with exits and its code",
  async (path) => {
    const browser = new PortalBrowser(portal);
    for (const language of ["fr", "en"] as const) {
      const texts = pageTexts(["roadblock"], language);
      const shown = await browser.open(`${path}?language=${language}&province=on`);
      expect(shown.status).toBe(404);
      for (const part of ["title", "what", "affected", "next"])
        expect(visibleText(shown)).toContain(texts[`roadblock:not-found.${part}`]);
      expect(shown.main).toMatch(/value="home"[\s\S]*href="tel:/);
      expect(shown.main.match(/href="tel:/g)).toHaveLength(1);
      expect(shown.html).toMatch(new RegExp(`(Screen|Écran) ${agentCode},`));
    }
  },
);

test("shows the telephone and chat of every brand", async () => {
  for (const { id, chat, provinces } of (await testBrands()).brands) {
    const browser = new PortalBrowser(portal, `http://${id}.localhost:3000`);
    const [province = ""] = Object.keys(provinces);
    const shown = await browser.open(`/somewhere-else?province=${province}`);
    expect(shown.status, id).toBe(404);
    expect(shown.main, id).toMatch(/<h1[\s\S]*href="tel:\+1/);
    if (!chat.enabled) expect(shown.main, id).not.toContain("/chat?");
  }
});

test("leads home from an unknown URL", async () => {
  const browser = new PortalBrowser(portal);
  await browser.open("/somewhere-else");
  expect((await browser.post("/roadblock/leave", { exit: "home" })).location).toBe("/");
});

test("responds to a form posted to an unknown URL with the not-found page", async () => {
  const shown = await new PortalBrowser(portal).post("/somewhere-else", { user: "admin" });
  expect(shown.status).toBe(404);
  expect(shown.main).toContain('value="home"');
});

test("stores nothing when a bot requests unknown URLs", async () => {
  const before = await storedRows();
  for (const path of ["/.env", "/wp-login.php", "/admin/config", "/legal/robots", "/roadblock/x"]) {
    const browser = new PortalBrowser(portal);
    expect((await browser.open(path)).status).toBe(404);
    await browser.open(path);
  }
  expect(await storedRows()).toEqual(before);
});

test("records the roadblock when a reference is requested there, and shows its row to the agent", async () => {
  const browser = new PortalBrowser(portal);
  const shown = await browser.open("/somewhere-else?language=en");
  expect(shown.main).toMatch(new RegExp(`action="/help"[\\s\\S]*name="page" value="${path}"`));
  const made = await browser.post("/help", { page: path });
  const [digits = ""] = /\d{3}\u00a0\d{3}\u00a0\d{3}/.exec(made.html) ?? [];
  const supportCase = await supportDeskOf(testApi).caseOf(normaliseReference(digits));
  expect(supportCase).toMatchObject({ agentCode, page: path, roadblock: "not-found" });
  expect(supportCase.steps.at(-1)).toMatchObject({ event: "roadblock.met", result: "not-found" });
});

test("records no roadblock when the request only names the page of a raised one", async () => {
  const browser = new PortalBrowser(portal);
  const made = await browser.post("/help", { page: roadblocks.technical.path });
  const [digits = ""] = /\d{3}\u00a0\d{3}\u00a0\d{3}/.exec(made.html) ?? [];
  const { steps } = await supportDeskOf(testApi).caseOf(normaliseReference(digits));
  expect(steps.map(({ event }) => event)).not.toContain("roadblock.met");
});
