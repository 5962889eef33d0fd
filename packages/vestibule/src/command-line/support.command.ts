import { userInfo } from "node:os";
import { createAuditor } from "@vestibule/api/audit/audit-trail.store.ts";
import { viewSupportCase } from "@vestibule/api/flows/support/view-support-case.ts";
import { limitStore } from "@vestibule/api/limits/limit.store.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { openBrands } from "../serve/open-brands.ts";
import { openPolicyDirectory } from "../serve/policy-directory.ts";
import { supportReport } from "../support/support-report.rule.ts";
import { type CommandResult, checkedSettings, refusal } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

/** `vestibule support CODE`: prints the support case of a reference. The access is recorded in the audit trail. */
export async function supportCommand({ code, language }: { code: string; language: Language }): Promise<CommandResult> {
  const settings = checkedSettings();
  const brands = await openBrands(settings);
  const result = await withDatabase(settings, async ({ database, keys }) => {
    const { clientIpLimitFactor } = settings;
    const deps = {
      ...{ database, brands, keys, auditor: createAuditor(keys.audit) },
      directory: await openPolicyDirectory(settings, { database, brands }),
      limits: limitStore({
        keys,
        random: secureRandom,
        log: jsonLog({ level: settings.logLevel }),
        clientIpLimitFactor,
      }),
    };
    return viewSupportCase(deps, { code, actor: `operator:${userInfo().username}`, role: "act" });
  });
  if (result.kind === "viewed") return { text: supportReport(result.answer, language), data: result.answer };
  const text =
    result.kind === "misread"
      ? "This is no reference: a digit was misheard or mistyped."
      : "No such reference. References live seven days.";
  return refusal(text, result.kind);
}
