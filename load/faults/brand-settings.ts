import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeOutsideBrand } from "../../test/outside-brand.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { temporaryFolder } from "../portal.ts";

const registry = "insurer";

/** Settings with these applications of the default brand. */
export function clientSettings(...clients: { id: string; secret?: string | undefined }[]): Record<string, string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, sampleBrandId));
  for (const { id, secret: _none, ...client } of clients)
    writeFileSync(join(folder, sampleBrandId, `${id}.json`), JSON.stringify(client));
  return { OIDC_CLIENTS_DIR: folder };
}

/** Settings by which an outside gateway and a user registry at this URL sign in the people of the default brand. */
export function registrySettings(url: string): Record<string, string> {
  const folder = temporaryFolder();
  writeOutsideBrand(folder, { origin: "http://localhost:4000", registry });
  return { BRANDS_DIR: folder, USER_REGISTRY_URLS: `${registry}=${url}` };
}
