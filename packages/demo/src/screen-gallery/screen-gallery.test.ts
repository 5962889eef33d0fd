import { screenIds } from "@vestibule/vestibule/screens/screens.rule.ts";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { messageSamples } from "../message-sample.rule.ts";
import { standalonePageIds } from "../standalone-page.rule.ts";
import { screenGalleryRoutes } from "./screen-gallery.route.ts";

const brands = await testBrands();
const gallery = screenGalleryRoutes({ brands });

async function open(query: string) {
  const response = await gallery.request(`http://belair.localhost/demo/screens?${query}`);
  const html = await response.text();
  const document = parse(html);
  const shots = document.querySelectorAll('a.gallery-shot[target="vestibule-portal"]');
  const looks = shots.map(({ attributes }) => {
    const url = new URL(attributes.href ?? "", "http://belair.localhost");
    const { "data-width": width, "data-scheme": scheme } = attributes;
    return { path: url.pathname, width, scheme, ...Object.fromEntries(url.searchParams) };
  });
  return { html, document, looks: looks as Record<string, string>[] };
}

test("the gallery is a list of links to every screen and message without JavaScript", async () => {
  const { html, looks } = await open("language=en");
  const paths = looks.map(({ path }) => path);
  for (const id of screenIds) expect(paths).toContain(`/demo/screens/${id}`);
  for (const id of standalonePageIds) expect(paths).toContain(`/demo/pages/${id}`);
  for (const { id } of messageSamples) expect(paths).toContain(`/demo/messages/${id}`);
  expect(html).not.toContain("<iframe");
  expect(new Set(looks.map(({ brand, language, width, scheme }) => `${brand} ${language} ${width} ${scheme}`))).toEqual(
    new Set(["belair en 360 light"]),
  );
});

test("a search matches every word of a screen's name, ignoring case, accents and curly apostrophes", async () => {
  const paths = async (find: string, language = "fr") =>
    (await open(`language=${language}&${new URLSearchParams({ find })}`)).looks.map(({ path }) => path);
  expect(await paths("OUBLIE rempli")).toEqual(["/demo/screens/forgot-incomplete"]);
  expect(await paths("centre d'appels levee")).toEqual(["/demo/screens/agent-lifted"]);
  expect(await paths("create-password-digit", "en")).toEqual(["/demo/screens/create-password-digit"]);
  expect(await paths("<b>nothing")).toEqual([]);
  expect((await open("find=%3Cb%3Enothing")).html).not.toContain("<b>nothing");
});

test("the language link keeps every filter", async () => {
  const { document } = await open(
    "language=en&find=PIN&brand=intact&in=fr&width=768&scheme=dark&area=registration&province=on",
  );
  const offered = new URLSearchParams(document.querySelector("a.other")?.getAttribute("href")?.slice(1));
  expect(Object.fromEntries(offered)).toEqual({
    language: "fr",
    find: "PIN",
    brand: "intact",
    in: "fr",
    width: "768",
    scheme: "dark",
    area: "registration",
    province: "on",
  });
});

test("every selected combination is shown side by side", async () => {
  const { looks } = await open(
    "area=login&brand=belair&brand=intact&in=en&in=fr&width=360&width=1280&scheme=dark&scheme=light",
  );
  expect(looks.filter(({ path }) => path === "/demo/screens/login")).toHaveLength(2 * 2 * 2 * 2);
  expect(looks.some(({ path }) => path?.includes("roadblock"))).toBe(false);
});

test("no combination has a province without its brand, or a language that the province does not offer", async () => {
  const all = brands.brands.map(({ id }) => `brand=${id}`).join("&");
  const { looks } = await open(`area=login&province=every&in=en&in=fr&${all}`);
  for (const { brand = "", province = "", language = "" } of looks) {
    const there = brands.byId(brand)?.provinces[province as "qc"];
    expect(there?.languages, `${brand} ${province}`).toContain(language);
  }
  expect(new Set(looks.map(({ province }) => province)).size).toBe(13);
});

test("many combinations are split into pages with next and previous links", async () => {
  const many = "in=en&in=fr&width=360&width=768&width=1280&scheme=light&scheme=dark";
  const first = await open(many);
  const second = await open(`${many}&page=2`);
  expect(first.looks.length).toBeLessThanOrEqual(800);
  const pagesBeside = ({ document }: typeof first) =>
    document.querySelectorAll("nav a[rel]").map((link) => link.getAttribute("rel"));
  expect([first, second].map(pagesBeside)).toEqual([["next"], expect.arrayContaining(["prev"])]);
  expect(second.looks[0]?.path).not.toBe(first.looks[0]?.path);
});

test("an unknown value in the query is ignored", async () => {
  const { looks } = await open("brand=nobody&width=17&scheme=%22%3E&province=zz&page=-4&area=%3Cb%3E");
  expect(looks[0]).toMatchObject({ path: "/demo/screens/login", brand: "belair", width: "360", scheme: "light" });
});

test("the JSON of the gallery lists every picture of a filter across all pages", async () => {
  const response = await gallery.request(
    "http://belair.localhost/demo/gallery.json?brand=every&in=en&width=every&language=en",
  );
  const pictures = (await response.json()) as { id: string; url: string; width: number; words: string[] }[];
  const looks = new Set(pictures.map(({ words }) => words.join())).size;
  expect(looks).toBe(brands.brands.length * 3);
  expect(pictures).toHaveLength((screenIds.length + standalonePageIds.length + messageSamples.length) * looks);
  expect(pictures[0]?.url).toContain("/demo/screens/login?brand=");
});

test("the preview's faults are above the gallery, whose script polls the version", async () => {
  const state = {
    version: () => 7,
    faults: () => [{ file: "acme/tokens.css", location: "5:3", reason: "is <not> CSS", code: "css" as const }],
  };
  const previewed = screenGalleryRoutes({ brands, preview: state });
  const page = await (await previewed.request("http://localhost/demo/screens?language=en")).text();
  expect(page).toContain('data-version="7"');
  expect(page).toContain("acme/tokens.css:5:3: is &lt;not&gt; CSS");
  expect(await (await previewed.request("http://localhost/demo/preview.json")).json()).toEqual({ version: 7 });
  expect(await (await gallery.request("http://localhost/demo/screens")).text()).not.toContain("data-version");
  expect((await gallery.request("http://localhost/demo/preview.json")).status).toBe(404);
});
