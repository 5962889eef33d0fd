import {
  closeForMaintenance,
  issueBypass,
  type MaintenanceDeps,
  openAfterMaintenance,
} from "@vestibule/api/flows/maintenance/maintenance.ts";
import { readMaintenance } from "@vestibule/api/maintenance/maintenance.store.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { openBrands } from "../serve/open-brands.ts";
import { portalOrigin } from "../serve/portal-origin.rule.ts";
import { StartupError } from "../serve/startup-error.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type CommandResult, checkedSettings, findBrand, readZonedTime } from "./command-io.ts";
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
    const lines = order.brands.map((brand) => `${brand.id}: closed${announcedUntil(announcedEnd, brand)}`);
    return { text: lines.join("\n"), data: { closed: order.brandIds, announcedEnd } };
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

/** `vestibule maintenance bypass`: prints the URLs at which an operator bypasses maintenance. */
export async function bypassCommand({
  hours,
  ...brandOption
}: BrandOption & { hours: string }): Promise<CommandResult> {
  const minutes = Math.round(Number(hours) * 60);
  if (!(minutes >= 1 && minutes <= 24 * 60)) throw new StartupError(["--hours must be a number from 0.1 to 24"]);
  return onBrands(brandOption, async (deps, order) => {
    const { value, end } = await issueBypass(deps, { ...order, minutes });
    const query = `?maintenancePageBypass=${value}`;
    const urls = order.brands.map((brand) => `${portalOrigin(brand, order.settings) ?? ""}/${query}`);
    const lines = order.brands.map((brand, index) => `${urls[index]}\n  until ${localTime(end, brand)}`);
    return { text: lines.join("\n"), data: { query, urls, brands: order.brandIds, end } };
  });
}

/** `vestibule maintenance status`: each brand with its state and announced end. */
export async function statusCommand(brandOption: BrandOption): Promise<CommandResult> {
  return onBrands(brandOption, async ({ database }, { brands }) => {
    const { closed } = await readMaintenance(database);
    const lines = brands.map((brand) => {
      const state = closed.get(brand.id);
      return `${brand.id}: ${state ? `closed${announcedUntil(state.announcedEnd, brand)}` : "open"}`;
    });
    const data = brands.map(({ id }) => ({ brand: id, isClosed: closed.has(id), ...closed.get(id) }));
    return { text: lines.join("\n"), data };
  });
}

const announcedUntil = (end: Date | null, brand: Brand) =>
  end === null ? "" : `, announced until ${localTime(end, brand)}`;

/** A time in the zone of the brand's province, such as "January 2, 2099 at 6:00 a.m. (America/Toronto)". */
function localTime(time: Date, { defaults }: Brand): string {
  const { timeZone } = provinces[defaults.province];
  const format = new Intl.DateTimeFormat("en-CA", { dateStyle: "long", timeStyle: "short", timeZone });
  return `${format.format(time).replace(/\s/g, " ")} (${timeZone})`;
}

interface Order {
  brands: readonly Brand[];
  brandIds: string[];
  actor: string;
  settings: Settings;
}

async function onBrands(
  { brand }: BrandOption,
  work: (deps: MaintenanceDeps, order: Order) => Promise<CommandResult>,
): Promise<CommandResult> {
  const settings = checkedSettings();
  const book = await openBrands(settings);
  const brands = brand === undefined ? book.brands : [findBrand(book, brand)];
  const brandIds = brands.map(({ id }) => id);
  return withDatabase(settings, ({ actor, ...deps }) => work(deps, { brands, brandIds, actor, settings }));
}

function readEnd(text: string): Date {
  const end = readZonedTime("--until", text);
  if (end.getTime() < Date.now()) throw new StartupError([`--until ${text} is in the past`]);
  return end;
}
