import type { Language } from "@vestibule/catalogue/province.table.ts";
import { expect, type Portal, story } from "./portal.ts";

/** Every brand in each language that it speaks, and where. */
const places: readonly { brand: string; province: Partial<Record<Language, string>> }[][] = [
  [{ brand: "belair", province: { fr: "qc", en: "bc" } }],
  [{ brand: "bna", province: { fr: "qc", en: "on" } }],
  [{ brand: "intact", province: { fr: "qc", en: "ns" } }],
  [
    { brand: "scotia", province: { fr: "nb", en: "ab" } },
    { brand: "servus", province: { en: "ab" } },
  ],
];

/** The page as it is sent, without its scripts: many are read quickly, one after the other, in one document. */
async function show({ page }: Portal, address: string): Promise<void> {
  const answer = await page.request.get(address);
  await page.setContent((await answer.text()).replace(/<script[\s\S]*?<\/script>/g, ""));
}

for (const group of places)
  story(
    `every roadblock can be read by everybody under ${group.map(({ brand }) => brand).join(" and ")}`,
    { tag: "@script" },
    async ({ portal }) => {
      const { page, language } = portal;
      const answer = await page.request.get(`/demo/screens.json?language=${language}`);
      const screens: { id: string; kind: string; path: string }[] = await answer.json();
      const roadblocks = screens.filter(({ kind }) => kind === "roadblock");
      expect(roadblocks.length).toBeGreaterThan(20);
      // A document of the portal's own host: its styles load as on a page.
      await page.goto("/legal/privacy");
      await portal.listens();
      for (const [index, { brand, province }] of group.entries()) {
        if (province[language] === undefined) continue;
        for (const [at, { id, path }] of roadblocks.entries())
          await story.step(`${brand}, ${id}`, async () => {
            await page.emulateMedia({ colorScheme: (at + index) % 2 === 0 ? "light" : "dark" });
            await show(portal, `${path}?brand=${brand}&province=${province[language]}&language=${language}`);
            await expect(page.locator("h1")).toHaveCount(1);
            await expect(page.locator("main .ways a[href^='tel:']")).toHaveCount(1);
            await portal.hasNoBarrier();
          });
      }
    },
  );
