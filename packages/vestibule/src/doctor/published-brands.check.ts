import { readPublications, readVersionFiles } from "@vestibule/api/brands/brand-version.store.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { operatorText } from "@vestibule/wording/operator-text.rule.ts";
import { findFaults } from "../brands/brand-files.adapter.ts";
import { describeBrandFault } from "../brands/describe-brand-fault.rule.ts";
import { brandSources } from "../serve/open-brands.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok } from "./check.ts";

/** Checks that this version of the product shows what the digital team has published. */
export async function checkPublishedBrands(settings: Settings, folders: BrandBook): Promise<Finding[]> {
  if (settings.databaseUrl === undefined) return [];
  const { database } = openDatabase({ url: settings.databaseUrl, poolSize: 1 });
  try {
    const findings: Finding[] = [];
    for (const { brand, number, isCurrent } of await readPublications(database)) {
      if (!isCurrent || folders.byId(brand)?.editing !== "team") continue;
      const files = await readVersionFiles(database, { brand, number });
      const faults = files ? await findFaults(brandSources(settings), { brandId: brand, files }) : [];
      const subject = operatorText("subject.publishedBrand", { brand });
      findings.push(
        ...faults.map((one) =>
          fault(subject, operatorText("publishedRefused", { number, reason: describeBrandFault(one) })),
        ),
        ...(faults.length === 0 ? [ok(subject, operatorText("publishedShown", { number }))] : []),
      );
    }
    return findings;
  } catch {
    // The check of the database names the reason, and one without tables has nothing published.
    return [];
  } finally {
    await database.destroy();
  }
}
