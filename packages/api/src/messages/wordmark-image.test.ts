import { afterAll, expect, test, vi } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";

afterAll(() => vi.resetModules());

test("draws a wordmark again after its module was loaded again in the same process", async () => {
  const { defaultBrand } = await testBrands();
  const draw = async () => (await import("./wordmark-image.adapter.ts")).wordmarkImage(defaultBrand);
  const first = await draw();
  vi.resetModules();
  expect(await draw()).toEqual(first);
});
