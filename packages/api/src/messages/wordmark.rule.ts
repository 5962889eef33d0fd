import { hasOwnColours } from "@vestibule/contract/brand/brand.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { mailPalettes, mailRadius } from "./email-theme.rule.ts";

/** Size of the drawing without padding, in CSS pixels. */
const markHeight = 28;
const space = { across: 14, down: 10 };

export function wordmarkContentId({ id }: Pick<Brand, "id">): string {
  return `wordmark@${id}`;
}

/** Size of the wordmark in an e-mail, in CSS pixels. */
export function wordmarkSize({ wordmarkSvg }: Pick<Brand, "wordmarkSvg">): { width: number; height: number } {
  const [, , width = 1, height = 1] = (/ viewBox="([^"]*)"/.exec(wordmarkSvg)?.[1] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return {
    width: Math.round((markHeight * width) / height) + 2 * space.across,
    height: markHeight + 2 * space.down,
  };
}

/**
 * On the brand's main colour, because mail clients darken the colours of a mail but not its images. A wordmark with
 * fixed colours keeps the light background that it was drawn for.
 */
export function wordmarkOnPlate(brand: Pick<Brand, "wordmarkSvg" | "tokensCss">): string {
  const { light } = mailPalettes(brand.tokensCss);
  const [background, ink] = hasOwnColours(brand.wordmarkSvg)
    ? [light.surface, light.action]
    : [light.action, light["on-action"]];
  const { width, height } = wordmarkSize(brand);
  const box = `x="${space.across}" y="${space.down}" width="${width - 2 * space.across}" height="${markHeight}"`;
  // Removes a size that a drawing program wrote, because XML allows no attribute twice.
  const mark = brand.wordmarkSvg
    .replace(/^<svg[^>]*>/, (tag) => tag.replace(/ (?:x|y|width|height)="[^"]*"/g, ""))
    .replace("<svg ", `<svg ${box} `);
  const plate = `<rect width="${width}" height="${height}" rx="${Number.parseInt(mailRadius(brand.tokensCss), 10)}" fill="${background}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${plate}<g color="${ink}">${mark}</g></svg>`;
}
