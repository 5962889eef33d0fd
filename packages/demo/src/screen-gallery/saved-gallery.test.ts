import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { type SavedPicture, savedGalleryPage } from "./saved-gallery.screen.ts";

const picture = (more: Partial<SavedPicture> = {}): SavedPicture => ({
  id: "login",
  title: "Log in <now>",
  area: "login",
  url: "/demo/screens/login",
  brand: "belair",
  province: "qc",
  language: "en",
  width: 360,
  height: 912,
  scheme: "light",
  file: "pictures/login/one.webp",
  words: ["Belair", "Quebec", "English", "360 px", "light"],
  ...more,
});

test("the saved gallery shows every picture by its file and needs no other resource", () => {
  const pictures = [picture(), picture({ scheme: "dark", file: "pictures/login/two.webp" })];
  const order = { pictures, css: "b{}", language: "en", savedAt: new Date("2027-03-09T12:00:00Z") } as const;
  const page = String(savedGalleryPage(order));
  for (const { file } of pictures) expect(page).toContain(`src="${file}"`);
  expect(page).toContain("Log in &lt;now&gt;");
  expect(page).toContain("March 9, 2027");
  expect(page).toContain("Screens and messages: 1. Pictures: 2.");
  const sources = parse(page)
    .querySelectorAll("[src], [href]")
    .map(({ attributes: { src, href } }) => src ?? href);
  expect(new Set(sources)).toEqual(new Set(["#login", ...pictures.map(({ file }) => file)]));
});

test("a picture reserves its size before it loads, and pictures of a width are grouped", () => {
  const pictures = (
    [
      ["en", 360],
      ["en", 1280],
      ["fr", 360],
      ["fr", 1280],
    ] as const
  ).map(([language, width]) => picture({ language, width, height: width * 2, file: `${language}-${width}.webp` }));
  const page = String(savedGalleryPage({ pictures, css: "b{}", language: "fr", savedAt: new Date() }));
  const images = parse(page).querySelectorAll("img");
  expect(images.map(({ attributes: { width, height, src } }) => [width, height, src].join(" "))).toEqual([
    "360 720 en-360.webp",
    "360 720 fr-360.webp",
    "1280 2560 en-1280.webp",
    "1280 2560 fr-1280.webp",
  ]);
});
