import { expect, test } from "vitest";
import { galleryPage } from "../scripts/gallery/page.ts";

const picture = (more: object = {}) => ({
  ...{ id: "login", title: "Log in <now>", area: "login", address: "/demo/screens/login", brand: "belair" },
  ...{ province: "qc", language: "en", width: 360, height: 912, scheme: "light", file: "pictures/login/one.webp" },
  words: ["Belair", "Quebec", "English", "360 px", "light"],
  ...more,
});

test("the gallery shows every picture by its file, needs no other resource, and filters by what differs", () => {
  const taken = [
    picture(),
    picture({
      scheme: "dark",
      file: "pictures/login/two.webp",
      words: ["Belair", "Quebec", "English", "360 px", "dark"],
    }),
  ];
  const page = galleryPage({ taken: taken as never, css: "b{}", language: "en", on: new Date("2027-03-09T12:00:00Z") });
  for (const { file } of taken) expect(page).toContain(`src="${file}"`);
  expect(page).toContain("Log in &lt;now>");
  expect(page).toContain("March 9, 2027");
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect([...page.matchAll(/<legend>(.+?)<\/legend>/g)].map(([, name]) => name)).toEqual(["Colours"]);
});

test("a picture reserves its size before it loads, and pictures of a width are grouped", () => {
  const looks = (
    [
      ["en", 360],
      ["en", 1280],
      ["fr", 360],
      ["fr", 1280],
    ] as const
  ).map(([language, width]) => picture({ language, width, height: width * 2, file: `${language}-${width}.webp` }));
  const page = galleryPage({ taken: looks as never, css: "b{}", language: "fr", on: new Date() });
  const hung = [...page.matchAll(/<img [^>]*width="(\d+)" height="(\d+)" src="(.+?)"/g)].map(([, ...of]) =>
    of.join(" "),
  );
  expect(hung).toEqual([
    "360 720 en-360.webp",
    "360 720 fr-360.webp",
    "1280 2560 en-1280.webp",
    "1280 2560 fr-1280.webp",
  ]);
});
