import {
  closeForMaintenance,
  issueBypass,
  type MaintenanceDeps,
  openAfterMaintenance,
} from "@vestibule/api/flows/maintenance/maintenance.ts";
import { readMaintenance } from "@vestibule/api/maintenance/maintenance.store.ts";
import { openBrands } from "../serve/open-brands.ts";
import { StartupError } from "../serve/startup-error.ts";
import { type CommandResult, checkedSettings, findBrand } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

interface BrandOption {
  /** A brand's id or alias; absent: every brand. */
  brand?: string;
}

/** `vestibule maintenance on`: closes brands until `off`, and shows people `until` (ISO time with zone) where given. */
export async function closeCommand({
  until,
  ...brandOption
}: BrandOption & { until?: string }): Promise<CommandResult> {
  const announcedEnd = until === undefined ? null : readEnd(until);
  return onBrands(brandOption, async (deps, order) => {
    await closeForMaintenance(deps, { ...order, announcedEnd });
    const end = announcedEnd === null ? "" : `, announced until ${announcedEnd.toISOString()}`;
    const text = `Closed for maintenance: ${order.brandIds.join(", ")}${end}.`;
    return { text, data: { closed: order.brandIds, announcedEnd } };
  });
}

/** `vestibule maintenance off`. */
export async function openCommand(brandOption: BrandOption): Promise<CommandResult> {
  return onBrands(brandOption, async (deps, order) => {
    const opened = await openAfterMaintenance(deps, order);
    const text = opened.length === 0 ? "Nothing was closed." : `Open again: ${opened.join(", ")}.`;
    return { text, data: { opened } };
  });
}

/** `vestibule maintenance bypass`: prints the query that lets an operator bypass maintenance. */
export async function bypassCommand({
  hours,
  ...brandOption
}: BrandOption & { hours: string }): Promise<CommandResult> {
  const minutes = Math.round(Number(hours) * 60);
  if (!(minutes >= 1 && minutes <= 24 * 60)) throw new StartupError(["--hours must be a number from 0.1 to 24"]);
  return onBrands(brandOption, async (deps, order) => {
    const { value, end } = await issueBypass(deps, { ...order, minutes });
    const query = `?maintenancePageBypass=${value}`;
    const text = `${query}\nOpens ${order.brandIds.join(", ")} until ${end.toISOString()}.`;
    return { text, data: { query, brands: order.brandIds, end } };
  });
}

/** `vestibule maintenance status`: each brand with its state and announced end. */
export async function statusCommand(brandOption: BrandOption): Promise<CommandResult> {
  return onBrands(brandOption, async ({ database }, { brandIds }) => {
    const { closed } = await readMaintenance(database);
    const data = brandIds.map((brand) => ({ brand, isClosed: closed.has(brand), ...closed.get(brand) }));
    const lines = data.map(({ brand, isClosed, announcedEnd }) => {
      const end = announcedEnd ? `, announced until ${announcedEnd.toISOString()}` : "";
      return `${brand}: ${isClosed ? `closed${end}` : "open"}`;
    });
    return { text: lines.join("\n"), data };
  });
}

async function onBrands(
  { brand }: BrandOption,
  work: (deps: MaintenanceDeps, order: { brandIds: string[]; actor: string }) => Promise<CommandResult>,
): Promise<CommandResult> {
  const settings = checkedSettings();
  const book = await openBrands(settings);
  const chosen = brand === undefined ? book.brands : [findBrand(book, brand)];
  const brandIds = chosen.map(({ id }) => id);
  return withDatabase(settings, ({ actor, ...deps }) => work(deps, { brandIds, actor }));
}

const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

function readEnd(text: string): Date {
  if (!zonedTime.test(text) || Number.isNaN(Date.parse(text)))
    throw new StartupError([`--until ${text} is not a time with its zone, such as 2026-11-22T06:00-05:00`]);
  if (Date.parse(text) < Date.now()) throw new StartupError([`--until ${text} is in the past`]);
  return new Date(text);
}
