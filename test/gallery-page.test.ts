import { expect, test } from "vitest";
import { galleryPage } from "../scripts/gallery/page.ts";

const picture = (more: object = {}) => ({
  ...{ id: "login", title: "Log in <now>", area: "login", address: "/demo/screens/login", brand: "belair" },
  ...{ province: "qc", language: "en", width: 360, scheme: "light", file: "pictures/login/one.webp" },
  words: ["Belair", "Quebec", "English", "360 px", "light"],
  ...more,
});

test("the gallery shows every picture by its file, needs nothing else, and offers what tells them apart", () => {
  const taken = [
    picture(),
    picture({
      scheme: "dark",
      file: "pictures/login/two.webp",
      words: ["Belair", "Quebec", "English", "360 px", "dark"],
    }),
  ];
  const page = galleryPage({ taken: taken as never, css: "b{}", language: "en" });
  for (const { file } of taken) expect(page).toContain(`src="${file}"`);
  expect(page).toContain("Log in &lt;now>");
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect([...page.matchAll(/<legend>(.+?)<\/legend>/g)].map(([, name]) => name)).toEqual(["Colours"]);
});
