import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFault, BrandFaultCode } from "@vestibule/contract/brand/brand-fault.ts";
import { type OidcClient, oidcClientSchema } from "@vestibule/contract/brand/oidc-client.schema.ts";
import { readJson } from "./json-file.rule.ts";
import { describeUnreadable, readTextFile } from "./text-file.adapter.ts";

/** Reads the applications of a brand from the folders. Each has a file, whose name is the `client_id`. */
export async function readOidcClients(
  folders: readonly string[],
  { gateway, resources }: Pick<BrandData, "gateway" | "resources">,
) {
  const clients: OidcClient[] = [];
  const faults: BrandFault[] = [];
  const files = new Map<string, string>();
  for (const { folder, name } of await filesIn(folders, faults)) {
    const file = join(folder, name);
    const id = /^([a-z][a-z0-9-]{1,40})\.json$/.exec(name)?.[1];
    const addFault = (reason: string, code: BrandFaultCode, values = {}) =>
      faults.push({ file, location: "", reason, code, values });
    if (id === undefined) {
      addFault("its name is the client_id: small letters, digits and hyphens, then .json", "clientFile");
      continue;
    }
    const other = files.get(id);
    if (other !== undefined) addFault(`the client_id ${id} is already used by ${other}`, "clientTwice", { id, other });
    files.set(id, file);
    if (gateway.kind === "outside")
      addFault("is not possible with an outside gateway, which signs people in itself", "outsideGateway");
    const text = await readTextFile(file).catch(addUnreadable(file, faults));
    if (text === undefined) continue;
    const read = readJson(oidcClientSchema, text);
    if (read.kind === "invalid") faults.push(...read.findings.map((finding) => ({ file, ...finding })));
    else {
      const known = resources.map((resource) => resource.id);
      for (const [index, resource] of (read.data.resources ?? []).entries())
        if (!known.includes(resource))
          faults.push({
            file,
            location: `resources[${index}]`,
            reason: `brand.json has no resource ${resource}`,
            code: "resourceUnknown",
            values: { resource },
          });
      clients.push({ id, ...read.data });
    }
  }
  return { clients, faults };
}

async function filesIn(folders: readonly string[], faults: BrandFault[]): Promise<{ folder: string; name: string }[]> {
  const files = [];
  for (const folder of folders) {
    const names = await readdir(folder).catch(addUnreadable(folder, faults));
    for (const name of names?.sort() ?? []) if (!name.startsWith(".")) files.push({ folder, name });
  }
  return files;
}

/** A brand may have no folder of applications; any other fault is reported. */
function addUnreadable(file: string, faults: BrandFault[]) {
  return (fault: unknown): undefined => {
    if (faultCode(fault) !== "ENOENT")
      faults.push({ file, location: "", reason: describeUnreadable(fault), code: "unreadable" });
  };
}
