import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleBrandId } from "./sample-brand.ts";

/** Writes the default brand into a brands folder, with a gateway on another host that signs in by a user registry. */
export function writeOutsideBrand(folder: string, { origin, registry }: { origin: string; registry: string }): void {
  const brandFolder = join(folder, sampleBrandId);
  cpSync(join(import.meta.dirname, "../brands", sampleBrandId), brandFolder, { recursive: true });
  const file = join(brandFolder, "brand.json");
  const brand = JSON.parse(readFileSync(file, "utf8"));
  const gateway = { kind: "outside", origin, loginPath: "/pkmslogin.form", registry };
  writeFileSync(file, JSON.stringify({ ...brand, gateway, applicationUrl: `${origin}/account` }));
}
