import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import { type OidcClient, oidcClientSchema } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { BrandFault } from "./brand-fault.ts";
import { readJson } from "./json-file.rule.ts";

/** Reads the applications of a brand from the folders. Each has a file, whose name is the `client_id`. */
export async function readOidcClients(folders: readonly string[], gateway: BrandData["gateway"]) {
  const clients: OidcClient[] = [];
  const faults: BrandFault[] = [];
  const files = new Map<string, string>();
  for (const { folder, name } of await filesIn(folders)) {
    const file = join(folder, name);
    const id = /^([a-z][a-z0-9-]{1,40})\.json$/.exec(name)?.[1];
    const addFault = (reason: string) => faults.push({ file, location: "", reason });
    if (id === undefined) {
      addFault("its name is the client_id: small letters, digits and hyphens, then .json");
      continue;
    }
    const other = files.get(id);
    if (other !== undefined) addFault(`the client_id ${id} is already used by ${other}`);
    files.set(id, file);
    if (gateway.kind === "outside") addFault("is not possible with an outside gateway, which signs people in itself");
    const read = readJson(oidcClientSchema, await readFile(file, "utf8"));
    if (read.kind === "invalid") faults.push(...read.findings.map((finding) => ({ file, ...finding })));
    else clients.push({ id, ...read.data });
  }
  return { clients, faults };
}

async function filesIn(folders: readonly string[]): Promise<{ folder: string; name: string }[]> {
  const listed = folders.map(async (folder) => (await namesIn(folder)).map((name) => ({ folder, name })));
  return (await Promise.all(listed)).flat();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw fault;
  }
}
