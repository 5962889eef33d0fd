import type { ShownVersion } from "@vestibule/api/brands/brand-experiment.store.ts";
import type { LoadFailure } from "@vestibule/api/brands/brand-version.store.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { expect, test } from "vitest";
import { sampleBrands, testBrands } from "../../../../test/book-file.ts";
import { brandFolders } from "./brand-files.adapter.ts";
import { publishedBrands } from "./published-brands.ts";

const folders = await testBrands();
const belair = (await brandFolders(sampleBrands).readFolder("belair")) ?? {};

/** A reader of one version of Belair for each number, and what a server that follows it shows. */
function follow(
  versions: Readonly<Record<number, BrandFiles>>,
  from: Parameters<typeof publishedBrands>[0]["folders"] = folders,
) {
  const logged: string[] = [];
  const filesRead: number[] = [];
  const failures: (readonly LoadFailure[])[] = [];
  const log = jsonLog({ level: "info", sink: { write: (line) => void logged.push(line) } });
  const published = publishedBrands({ folders: from, sources: sampleBrands, log });
  return {
    book: published.book,
    logged,
    filesRead,
    failures,
    publish: (...publications: readonly (Omit<ShownVersion, "isCurrent"> & { isCurrent?: boolean })[]) =>
      published.refresh({
        list: async () => publications.map((publication) => ({ isCurrent: true, ...publication })),
        readFiles: async ({ number }) => {
          filesRead.push(number);
          return versions[number];
        },
        saveFailures: async (now) => void failures.push(now),
      }),
    title: () => published.book.byId("belair")?.overrides.en["frame:promo.title"],
  };
}

const withTitle = (title: string): BrandFiles => ({
  ...belair,
  "wording.json": JSON.stringify({
    en: { "frame:promo.title": title },
    fr: { "frame:promo.title": "Votre assurance" },
  }),
});

const withMinutes = (narrow: number) => {
  const brand = JSON.parse(belair["brand.json"] ?? "");
  return JSON.stringify({ ...brand, nameLength: { narrow, wide: 60 } });
};

test("a server shows the published version, then the folder after a rollback", async () => {
  const { publish, title, book } = follow({ 1: withTitle("Insurance for you"), 2: withTitle("Insurance for all") });
  const before = title();
  await publish({ brand: "belair", number: 1 });
  expect(title()).toBe("Insurance for you");
  await publish({ brand: "belair", number: 2 });
  expect([title(), book.brands.length]).toEqual(["Insurance for all", folders.brands.length]);
  expect(book.byId("belair")?.oidcClients).toEqual(folders.byId("belair")?.oidcClients);
  await publish();
  expect(title()).toBe(before);
});

const intact = (await brandFolders(sampleBrands).readFolder("intact")) ?? {};

test("A-412 a published version that the check refuses by now leaves its brand as it was, and the others theirs", async () => {
  const ofIntact = { ...intact, "wording.json": withTitle("Intact for you")["wording.json"] ?? "{}" };
  const versions = { 1: withTitle("Insurance for you"), 2: { ...belair, "tokens.css": "a {" }, 3: ofIntact };
  const running = follow(versions);
  await running.publish({ brand: "belair", number: 1 });
  const started = follow(versions);
  const folderTitle = started.title();
  for (const { publish } of [running, started])
    await publish({ brand: "belair", number: 2 }, { brand: "intact", number: 3 });
  expect([running.title(), started.title()]).toEqual(["Insurance for you", folderTitle]);
  expect([running, started].map(({ book }) => book.byId("intact")?.version)).toEqual([3, 3]);
});

test("a server logs the file of an invalid version once, and goes on with the version before", async () => {
  const { publish, title, logged } = follow({
    1: withTitle("Insurance for you"),
    2: { ...belair, "tokens.css": "a {" },
  });
  await publish({ brand: "belair", number: 1 });
  for (let count = 0; count < 2; count += 1) await publish({ brand: "belair", number: 2 });
  expect(title()).toBe("Insurance for you");
  expect(logged.filter((line) => line.includes('"brands.invalid"'))).toEqual([
    expect.stringContaining("belair/tokens.css"),
  ]);
});

test("a server shows the folder of a brand that its folder alone decides, and ignores a brand that it lacks", async () => {
  const locked = {
    ...folders,
    byId: (id: string) => ({ ...folders.brands[0], editing: "folder" as const, id }),
  } as typeof folders;
  const { publish, title } = follow({ 1: withTitle("Insurance for you") }, locked);
  await publish({ brand: "belair", number: 1 }, { brand: "gone", number: 1 });
  expect(title()).toBe(folders.byId("belair")?.overrides.en["frame:promo.title"]);
});

test("a server keeps what people read of a replaced version, over the current rules", async () => {
  const withRules = { ...withTitle("Insurance for all"), "brand.json": withMinutes(7) };
  const { publish, title, book } = follow({ 1: withTitle("Insurance for you"), 2: withRules });
  const formerTitle = (version: number) => book.former("belair", version)?.overrides.en["frame:promo.title"];
  const folderTitle = title();
  await publish({ brand: "belair", number: 1 });
  expect([book.byId("belair")?.version, formerTitle(0)]).toEqual([1, folderTitle]);
  await publish({ brand: "belair", number: 1, isCurrent: false }, { brand: "belair", number: 2 });
  expect([title(), formerTitle(1)]).toEqual(["Insurance for all", "Insurance for you"]);
  expect(book.former("belair", 1)).toMatchObject({ version: 1, nameLength: { narrow: 7 } });
  await publish({ brand: "belair", number: 2 });
  expect([title(), formerTitle(1)]).toEqual(["Insurance for all", undefined]);
});

test("a server says which version it shows in place of one that it cannot load, and when it shows the published one", async () => {
  const { publish, failures } = follow({ 1: withTitle("Insurance for you"), 2: { ...belair, "tokens.css": "a {" } });
  await publish({ brand: "belair", number: 2 });
  await publish({ brand: "belair", number: 1 });
  await publish({ brand: "belair", number: 2 });
  await publish();
  expect(failures).toEqual([
    [{ brand: "belair", number: 2, shown: 0 }],
    [],
    [{ brand: "belair", number: 2, shown: 1 }],
    [],
  ]);
});

test("a server says that it does not show a version while its files cannot be read", async () => {
  const versions = {
    get 1(): BrandFiles {
      throw new Error("the connection was lost");
    },
  };
  const { publish, failures } = follow(versions);
  await expect(publish({ brand: "belair", number: 1 })).rejects.toThrow("connection was lost");
  expect(failures).toEqual([[{ brand: "belair", number: 1, shown: 0 }]]);
});

test("a server loads each version once", async () => {
  const versions = { 1: withTitle("Insurance for you"), 2: withTitle("Insurance for all"), 3: withTitle("Insurance") };
  const { publish, book, filesRead } = follow(versions);
  const former = (number: number) => ({ brand: "belair", number, isCurrent: false });
  await publish({ brand: "belair", number: 1 });
  await publish(former(1), { brand: "belair", number: 2 });
  await publish(former(1), former(2), { brand: "belair", number: 3 });
  expect(filesRead).toEqual([1, 2, 3]);
  const titles = [1, 2].map((number) => book.former("belair", number)?.overrides.en["frame:promo.title"]);
  expect(titles).toEqual(["Insurance for you", "Insurance for all"]);
});

test("a server that started after a publication loads the version that it replaced", async () => {
  const { publish, book } = follow({ 1: withTitle("Insurance for you"), 2: withTitle("Insurance for all") });
  await publish({ brand: "belair", number: 1, isCurrent: false }, { brand: "belair", number: 2 });
  expect(book.former("belair", 1)?.overrides.en["frame:promo.title"]).toBe("Insurance for you");
});

test("a server has the version of an experiment with its share, and none that it cannot load", async () => {
  const { publish, title, book } = follow({ 1: withTitle("Insurance for you"), 2: { ...belair, "tokens.css": "a {" } });
  const before = title();
  await publish({ brand: "belair", number: 1, isCurrent: false, share: 25 });
  expect(book.experiment("belair")).toEqual({ version: 1, share: 25 });
  expect([title(), book.former("belair", 1)?.overrides.en["frame:promo.title"]]).toEqual([before, "Insurance for you"]);
  await publish({ brand: "belair", number: 1, isCurrent: false });
  expect(book.experiment("belair")).toBeUndefined();
  await publish({ brand: "belair", number: 2, isCurrent: false, share: 25 });
  expect(book.experiment("belair")).toBeUndefined();
});
