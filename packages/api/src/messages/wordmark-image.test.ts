import { afterAll, expect, test, vi } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { mailPalettes } from "./email-theme.rule.ts";
import { wordmarkOnPlate } from "./wordmark.rule.ts";

afterAll(() => vi.resetModules());

test("draws a wordmark again after its module was loaded again in the same process", async () => {
  const { defaultBrand } = await testBrands();
  const draw = async () => (await import("./wordmark-image.adapter.ts")).wordmarkImage(defaultBrand);
  const first = await draw();
  vi.resetModules();
  expect(await draw()).toEqual(first);
});

test("draws a wordmark whose root has a size, a position and a colour", async () => {
  const { wordmarkImage } = await import("./wordmark-image.adapter.ts");
  const { defaultBrand } = await testBrands();
  const root = (own: string, colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${own} viewBox="0 0 93 32"${colour}><path fill="currentColor" d="M0 0h93v32z"/></svg>`;
  const draw = (wordmarkSvg: string) => wordmarkImage({ ...defaultBrand, wordmarkSvg });
  const sized = await draw(root('x="4" y="2" width="186" height="64px"', ""));
  expect(sized).toEqual(await draw(root("", "")));
  expect(await draw(root('width="186"', ' color="#ff0000"'))).not.toEqual(sized);
});

test("draws a wordmark again after it could not be drawn once", async () => {
  const { wordmarkImage } = await import("./wordmark-image.adapter.ts");
  const { defaultBrand } = await testBrands();
  const brand = { ...defaultBrand, tokensCss: "" };
  let failures = 1;
  Object.defineProperty(brand, "wordmarkSvg", {
    get: () => {
      if (failures-- > 0) throw new Error("no memory");
      return defaultBrand.wordmarkSvg;
    },
  });
  await expect(wordmarkImage(brand)).rejects.toThrow("no memory");
  expect((await wordmarkImage(brand)).length).toBeGreaterThan(0);
});

test("draws a wordmark after its renderer could not be loaded once", async () => {
  vi.resetModules();
  let failures = 1;
  vi.doMock("node:fs/promises", async (original) => {
    const files = await original<typeof import("node:fs/promises")>();
    const readFile = (...args: Parameters<typeof files.readFile>) =>
      failures-- > 0 ? Promise.reject(new Error("too many open files")) : files.readFile(...args);
    return { ...files, readFile };
  });
  const { wordmarkImage } = await import("./wordmark-image.adapter.ts");
  vi.doUnmock("node:fs/promises");
  const { defaultBrand } = await testBrands();
  await expect(wordmarkImage(defaultBrand)).rejects.toThrow("too many open files");
  expect((await wordmarkImage(defaultBrand)).length).toBeGreaterThan(0);
});

test("draws a wordmark on the brand's colour, which does not glare in a dark mail", async () => {
  const { defaultBrand } = await testBrands();
  const { light } = mailPalettes(defaultBrand.tokensCss);
  const drawing = wordmarkOnPlate(defaultBrand);
  expect(drawing).toContain(`fill="${light.action}"/><g color="${light["on-action"]}"`);
  const ownColours = { ...defaultBrand, wordmarkSvg: '<svg viewBox="0 0 9 9"><path fill="#123456"/></svg>' };
  expect(wordmarkOnPlate(ownColours)).toContain(`fill="${light.surface}"/>`);
});
