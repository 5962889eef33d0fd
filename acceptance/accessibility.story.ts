import { setTimeout as wait } from "node:timers/promises";
import { expect, type Portal, story } from "./portal.ts";
import { portalPort } from "./ports.ts";
import { readSheets } from "./sheets.ts";
import { addressOf, everyScreen, type Place, placesOf, type Screen } from "./wall.ts";

/** A small phone, equal to a desktop at 400 % zoom; a desktop. */
const widths = [320, 1280] as const;
const colorSchemes = ["light", "dark"] as const;
const windows = widths.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })));
const shares = [0, 1, 2, 3, 4, 5, 6, 7];

/** A screen under a brand, in one kind of window. */
interface Cell {
  screen: Screen;
  place: Place;
  width: (typeof widths)[number];
  colorScheme: (typeof colorSchemes)[number];
}

/** Every screen under every brand; across its brands a screen covers each width, in light and in dark. */
async function everyCell(portal: Portal): Promise<Cell[]> {
  const places = placesOf(portal.language);
  return (await everyScreen(portal)).flatMap((screen, row) =>
    places.map((place, column) => ({
      screen,
      place,
      width: widths[(row + column) % 2 === 0 ? 0 : 1],
      colorScheme: colorSchemes[(row + (column >> 1)) % 2 === 0 ? 0 : 1],
    })),
  );
}

/** Response to a new client without cookies. Retries after the delay in Retry-After. */
async function answerAt(address: string): Promise<Response> {
  const answer = await fetch(`http://localhost:${portalPort}${address}`);
  const seconds = Number(answer.headers.get("retry-after"));
  if (seconds === 0) return answer;
  await wait(seconds * 1000);
  return answerAt(address);
}

/** Fetches a cell without its scripts. */
async function fetchSheet({ language }: Portal, cell: Cell) {
  const answer = await answerAt(addressOf(cell.screen, cell.place, language));
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  const isMail = answer.headers.get("content-security-policy")?.includes("sandbox") ?? false;
  return { ...cell, html, isMail };
}

for (const share of shares)
  story(
    `every screen and every message of every brand is accessible (${share + 1} of ${shares.length})`,
    { tag: "@script" },
    async ({ portal }) => {
      story.slow();
      const { page } = portal;
      // A document of the portal's own host, so that styles load as on a page.
      await page.goto("/legal/privacy");
      await portal.listens();
      // A mail brings its own styles and is read outside of the portal.
      const inbox = await page.context().newPage();
      const cells = (await everyCell(portal)).filter((_, index) => index % shares.length === share);
      for (const { width, colorScheme } of windows) {
        const alike = cells.filter((cell) => cell.width === width && cell.colorScheme === colorScheme);
        const sent = [];
        // Sequential, because parallel requests trigger the overload response.
        for (const cell of alike) sent.push(await fetchSheet(portal, cell));
        for (const desk of [page, inbox]) {
          const sheets = sent.filter(({ isMail }) => isMail === (desk === inbox));
          await desk.setViewportSize({ width, height: 800 });
          // Reduced motion, because colours in transition are no stable values.
          await desk.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          const readings = await readSheets(desk, sheets);
          for (const { screen, place, reading } of readings)
            await story.step(`${screen.id}, ${place.brand}, ${width}, ${colorScheme}`, () => {
              expect(reading.headings).toBe(1);
              if (screen.kind === "roadblock") expect(reading.telephones).toBeGreaterThan(0);
              expect(reading.wide).toBeLessThanOrEqual(width);
              expect(reading.barriers).toEqual([]);
            });
        }
      }
    },
  );
