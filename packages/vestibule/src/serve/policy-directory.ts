import {
  directoryTimeoutMilliseconds,
  type GuardedDirectory,
  withCircuitBreaker,
} from "@vestibule/api/directory/circuit-breaker.adapter.ts";
import { companyDirectory } from "@vestibule/api/directory/company-directory.adapter.ts";
import { httpDirectory } from "@vestibule/api/directory/http-directory.adapter.ts";
import type { PolicyDirectory } from "@vestibule/api/directory/policy-directory.port.ts";
import { bookDirectory } from "@vestibule/api/directory/policy-directory.store.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { httpClient } from "@vestibule/api/platform/http-client.adapter.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { StartupError } from "./startup-error.ts";
import { readTlsFiles } from "./tls-files.ts";

/** Opens the imported book and the policy directories of the companies that have one. */
export async function openPolicyDirectory(
  settings: Pick<Settings, "policyDirectories" | "policyDirectoryTls">,
  { database, brands }: { database: Db; brands: BrandBook },
): Promise<GuardedDirectory> {
  const faults = checkCompanies(settings, brands);
  if (faults.length > 0) throw new StartupError(faults);
  const byCompany = new Map<string, GuardedDirectory>();
  for (const { directory, companies: served } of await connectDirectories(settings)) {
    const guarded = withCircuitBreaker(directory);
    for (const company of served) byCompany.set(company, guarded);
  }
  return companyDirectory(withCircuitBreaker(bookDirectory(database)), byCompany);
}

/** Reports policy directories of companies that no brand has. */
export function checkCompanies(
  { policyDirectories }: Pick<Settings, "policyDirectories">,
  { brands }: Pick<BrandBook, "brands">,
): OperatorText[] {
  const companies = new Set(brands.flatMap((brand) => brand.companies));
  return Object.keys(policyDirectories)
    .filter((company) => !companies.has(company))
    .map((company) => operatorText("companyUnknown", { company }));
}

/** Creates one connection for each URL, with the companies that it serves. */
export async function connectDirectories({
  policyDirectories,
  policyDirectoryTls,
}: Pick<Settings, "policyDirectories" | "policyDirectoryTls">): Promise<
  { url: string; companies: string[]; directory: PolicyDirectory }[]
> {
  const tls = await readTlsFiles("POLICY_DIRECTORY", policyDirectoryTls);
  const byUrl = Map.groupBy(Object.entries(policyDirectories), ([, url]) => url);
  return [...byUrl].map(([url, entries]) => ({
    url,
    companies: entries.map(([company]) => company),
    directory: httpDirectory(httpClient({ url, tls, limitMilliseconds: directoryTimeoutMilliseconds })),
  }));
}
