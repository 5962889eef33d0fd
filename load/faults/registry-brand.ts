import { writeOutsideBrand } from "../../test/outside-brand.ts";
import { temporaryFolder } from "../bench-server.ts";

const registry = "insurer";

/** Settings by which an outside gateway and a user registry at this URL sign in the people of the default brand. */
export function registryBrandSettings(url: string) {
  const folder = temporaryFolder();
  writeOutsideBrand(folder, { origin: "http://localhost:4000", registry });
  return { BRANDS_DIR: folder, USER_REGISTRY_URLS: `${registry}=${url}` };
}
