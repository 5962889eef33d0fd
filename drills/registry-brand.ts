import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";

const registry = "insurer";

/** The default brand, signed in by a gateway elsewhere over a user registry at this URL. */
export const registryBrandSettings = (url: string) => ({
  BRANDS_DIR: writeBrand(),
  USER_REGISTRY_URLS: `${registry}=${url}`,
});

/** Returns the folder of the brands, removed at the exit of the process. */
function writeBrand(): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-drill-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, defaultBrandId);
  cpSync(join(import.meta.dirname, "../brands", defaultBrandId), own, { recursive: true });
  const file = join(own, "brand.json");
  const brand = JSON.parse(readFileSync(file, "utf8"));
  const origin = "http://localhost:4000";
  const gateway = { kind: "outside", origin, loginPath: "/pkmslogin.form", registry };
  writeFileSync(file, JSON.stringify({ ...brand, gateway, applicationUrl: `${origin}/account` }));
  return folder;
}
