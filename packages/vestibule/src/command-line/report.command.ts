import { readReport } from "@vestibule/api/statistics/read-report.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { isRealDate } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { reportText } from "../report/report-text.rule.ts";
import { openBrands } from "../serve/open-brands.ts";
import { StartupError } from "../serve/startup-error.ts";
import { type CommandResult, checkedSettings, findBrand } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

export interface ReportOptions {
  from?: string;
  to?: string;
  /** A brand's id or alias; absent: every brand. */
  brand?: string;
}

/** `vestibule report`: days are in the time zone of the brand's province, or of the default brand's. */
export async function reportCommand({ from, to, brand }: ReportOptions): Promise<CommandResult> {
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && !isRealDate(day))
      throw new StartupError([`--${name} ${day} is not a date such as 2026-11-01`]);
  if (from !== undefined && to !== undefined && from > to)
    throw new StartupError([`--from ${from} is after --to ${to}`]);
  const settings = checkedSettings();
  const book = await openBrands(settings);
  const chosen = brand === undefined ? undefined : findBrand(book, brand);
  const { timeZone } = provinces[(chosen ?? book.defaultBrand).defaults.province];

  const report = await withDatabase(settings, ({ database }) =>
    readReport(database, { from, to, timeZone, brandId: chosen?.id }),
  );
  return { text: reportText(report), data: report };
}
