import { html } from "hono/html";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { fallbackPage } from "./fallback-page.message.ts";

test("shows a wordmark with its own colours on a white background in dark mode", async () => {
  const { defaultBrand } = await testBrands();
  const wordmarkSvg = '<svg viewBox="0 0 9 9"><path fill="#1a2a6c" d="M0 0"/></svg>';
  const pageOf = (brand: typeof defaultBrand) =>
    fallbackPage({ brand, language: "en", sectionIn: () => ({ title: "Title", content: html`` }) }).body;
  expect(pageOf({ ...defaultBrand, wordmarkSvg })).toContain('<div class="wordmark own"');
  expect(pageOf(defaultBrand)).toContain('<div class="wordmark"');
  expect(pageOf(defaultBrand)).toMatch(/prefers-color-scheme:dark\)\{\.wordmark\.own svg\{[^}]*background:#fff/);
});
