import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import { temporaryFolder } from "../bench/bench-server.ts";

const registry = "insurer";

/** Settings by which an outside gateway and a user registry at this URL sign in the people of the default brand. */
export const registryBrandSettings = (url: string) => ({
  BRANDS_DIR: writeBrand(),
  USER_REGISTRY_URLS: `${registry}=${url}`,
});

/** Writes a brands folder. Returns its path. */
function writeBrand(): string {
  const folder = temporaryFolder();
  const brandFolder = join(folder, defaultBrandId);
  cpSync(join(import.meta.dirname, "../brands", defaultBrandId), brandFolder, { recursive: true });
  const file = join(brandFolder, "brand.json");
  const brand = JSON.parse(readFileSync(file, "utf8"));
  const origin = "http://localhost:4000";
  const gateway = { kind: "outside", origin, loginPath: "/pkmslogin.form", registry };
  writeFileSync(file, JSON.stringify({ ...brand, gateway, applicationUrl: `${origin}/account` }));
  return folder;
}
