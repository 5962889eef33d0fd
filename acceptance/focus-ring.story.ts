import type { Locator, Page } from "@playwright/test";
import { contrast } from "@vestibule/contract/brand/contrast.rule.ts";
import { expect, story } from "./portal.ts";

/** Pixels outside the edge of the focused element. */
const outside = 8;
const groundAt = 1;
const ringAt = 4;
const gapAt = 7;

/** Reads the colours from 8 pixels left of an element up to its edge, as #rrggbb. */
async function colourLine(reader: Page, element: Locator): Promise<string[]> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not drawn`);
  const clip = { x: Math.round(box.x) - outside, y: Math.round(box.y + box.height / 2), width: outside, height: 1 };
  const picture = (await element.page().screenshot({ clip, animations: "disabled" })).toString("base64");
  return reader.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const drawing = new OffscreenCanvas(bitmap.width, 1).getContext("2d");
    drawing?.drawImage(bitmap, 0, 0);
    const { data = [] } = drawing?.getImageData(0, 0, bitmap.width, 1) ?? {};
    return Array.from({ length: bitmap.width }, (_, index) =>
      [0, 1, 2].reduce((hex, part) => hex + (data[index * 4 + part] ?? 0).toString(16).padStart(2, "0"), "#"),
    );
  }, picture);
}

/** Brand colours of medium lightness. A ring of one colour could not be visible both on them and on a light surface. */
const actionColours = ["#c8102e", "#0033a0", "#00693c", "#0061a8", "#5b2b82", "#8a1538"];
const grounds = [
  { token: "--surface", colours: [""] },
  { token: "--surface-raised", colours: [""] },
  { token: "--action", colours: ["", ...actionColours] },
];

story("the focus ring is visible on surface, raised and action", { tag: "@script" }, async ({ portal }) => {
  const { page, main } = portal;
  await portal.open("/");
  const reader = await page.context().newPage();
  await page.bringToFront();
  await page.keyboard.press("Tab");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { token, colours } of grounds)
      for (const colour of colorScheme === "light" ? colours : [""]) {
        await main.evaluate(
          (element, drawn) => {
            document.documentElement.style.setProperty(drawn.token, drawn.colour);
            element.style.background = `var(${drawn.token})`;
          },
          { token, colour },
        );
        const target = token === "--action" ? main.locator(".button[type=submit]").first() : portal.field("email");
        await target.focus();
        const line = await colourLine(reader, target);
        const [ground = "", ring = "", gap = ""] = [groundAt, ringAt, gapAt].map((at) => line[at]);
        const seen = `${ring} and ${gap} on ${token} ${ground}, ${colorScheme}`;
        expect(contrast(ring, gap), seen).toBeGreaterThanOrEqual(3);
        expect(Math.max(contrast(ring, ground), contrast(gap, ground)), seen).toBeGreaterThanOrEqual(3);
      }
  }
});
