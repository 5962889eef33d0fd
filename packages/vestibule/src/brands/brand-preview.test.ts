import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type BrandPreview, openBrandPreview } from "./brand-preview.ts";
import { brandsDirectory, temporaryDirectory } from "./test/planted-brand.ts";

let drafts: ReturnType<typeof temporaryDirectory>;
let preview: BrandPreview | undefined;
beforeEach(() => {
  drafts = temporaryDirectory();
  cpSync(join(brandsDirectory, "servus"), join(drafts.directory, "servus"), { recursive: true });
  cpSync(join(brandsDirectory, "scotia"), join(drafts.directory, "scotia"), { recursive: true });
});
afterEach(() => {
  preview?.stop();
  drafts.remove();
});

const file = (brand: string, name: string) => join(drafts.directory, brand, name);
const change = (path: string, before: string | RegExp, after: string) =>
  writeFileSync(path, readFileSync(path, "utf8").replace(before, after));
const open = async (folder: string, onChange: (report: string) => void = () => {}) => {
  preview = await openBrandPreview({ folder, builtIn: brandsDirectory, defaultBrand: "belair", onChange });
  return preview;
};

describe("the preview of a draft brand", () => {
  it("shows the given folder and ignores the folders next to it", async () => {
    mkdirSync(join(drafts.directory, "holiday-photos"));
    change(file("scotia", "brand.json"), '"2026-11"', '"2031-01"');
    const { book, faults } = await open(join(drafts.directory, "servus"));
    expect(faults()).toEqual([]);
    expect(book.defaultBrand.id).toBe("servus");
    expect(book.byHost("localhost:3000").id).toBe("servus");
    expect(book.byId("scotia")?.termsVersion).toBe("2026-11");
  });

  it("shows every other brand and reports the fault when one brand has one", async () => {
    change(file("servus", "tokens.css"), /--text: #\w+/, "--text: ink");
    change(file("scotia", "brand.json"), '"2026-11"', '"2031-01"');
    const { book, faults } = await open(drafts.directory);
    expect(book.byId("scotia")?.termsVersion).toBe("2031-01");
    expect(faults()).toMatchObject([{ file: file("servus", "tokens.css"), reason: expect.stringContaining("--text") }]);
  });

  it("shows a built-in brand among the other ones, without a fault", async () => {
    const { book, faults } = await open(join(brandsDirectory, "servus"));
    expect(faults()).toEqual([]);
    expect(book.brands).toHaveLength(5);
    expect(book.defaultBrand.id).toBe("servus");
  });

  it("reloads after each save and keeps the last valid version", async () => {
    const reports: string[] = [];
    const { book, faults, version } = await open(join(drafts.directory, "servus"), (report) => reports.push(report));
    const first = version();
    const colour = () => /--action: (#\w+)/.exec(book.byId("servus")?.tokensCss ?? "")?.[1];
    const before = colour();
    change(file("servus", "tokens.css"), /--action: #\w+/, "--action: #5b1f4a");
    await vi.waitFor(() => expect(colour()).toBe("#5b1f4a"), { timeout: 20_000 });
    expect(before).not.toBe("#5b1f4a");
    expect(version()).toBeGreaterThan(first);

    change(file("servus", "brand.json"), '"id": "servus"', '"id": "servus",,');
    await vi.waitFor(() => expect(faults()).toHaveLength(1), { timeout: 20_000 });
    expect(colour()).toBe("#5b1f4a");
    expect(reports.at(-1)).toMatch(/brand\.json:\d+:\d+: is not JSON from here on$/);

    change(file("servus", "brand.json"), '"id": "servus",,', '"id": "servus"');
    await vi.waitFor(() => expect(faults()).toEqual([]), { timeout: 20_000 });
    expect(reports.at(-1)).toMatch(/^servus passes: /);
  });

  it("is refused for a folder without a brand", async () => {
    const empty = join(drafts.directory, "empty");
    mkdirSync(empty);
    await expect(open(empty)).rejects.toThrow(`${empty} contains no brand.json and no folder with one`);
  });
});
