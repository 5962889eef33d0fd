import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { openPolicyDirectory } from "../serve/policy-directory.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type CommandTools, withDatabase } from "./with-database.ts";

/** Runs the work of a command that needs the database and the policy directory. */
export async function withPeople<T>(
  settings: Settings,
  brands: BrandBook,
  work: (tools: Awaited<ReturnType<typeof peopleTools>>) => Promise<T>,
): Promise<T> {
  return withDatabase(settings, async (tools) => work(await peopleTools(settings, brands, tools)));
}

async function peopleTools(settings: Settings, brands: BrandBook, tools: CommandTools) {
  return {
    ...tools,
    brands,
    random: secureRandom,
    directory: await openPolicyDirectory(settings, { database: tools.database, brands }),
  };
}
