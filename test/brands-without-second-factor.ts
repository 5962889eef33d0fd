import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes copies of a checkout's sample brands that ask for no second proof, for production, where SECOND_FACTOR is
 * refused.
 */
export function writeBrandsWithoutSecondFactor(folder: string, checkout = join(import.meta.dirname, "..")): void {
  const samples = join(checkout, "brands");
  const ids = readdirSync(samples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of ids.filter((entry) => entry.name !== "node_modules")) {
    cpSync(join(samples, name), join(folder, name), { recursive: true });
    const file = join(folder, name, "brand.json");
    const brand = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...brand, secondFactor: { ...brand.secondFactor, when: "never" } }));
  }
}
