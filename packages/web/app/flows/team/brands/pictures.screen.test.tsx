import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { drawScreen } from "../../../../test/draw-screen.tsx";
import { Pictures } from "./pictures.screen.tsx";

const screens = [
  { id: "login", title: "Login" },
  { id: "help", title: "Help" },
  { id: "reset", title: "New password" },
];

const html = drawScreen({
  screen: (
    <Pictures
      brandId="intact"
      pictures={{ screens, languages: ["en", "fr"], after: { version: "1" }, before: { version: "0" } }}
    />
  ),
  language: "en",
  texts: { around: pageTexts(["common", "frame"], "en"), own: pageTexts(["team"], "en") },
});

const framesIn = (text: string) => text.split("<iframe").length - 1;

test("a page before its script loads the pictures of the first screen, and no folded ones", () => {
  expect(framesIn(html.replace(/<noscript>.*?<\/noscript>/gs, ""))).toBe(8);
});

test("a page without a script loads few folded pictures of each screen and language", () => {
  const folded = [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, text = ""]) => text);
  expect(folded.map(framesIn)).toEqual([2, 4, 4]);
});
