import { browsers, systems } from "@vestibule/catalogue/device.table.ts";
import type { ListedSession } from "@vestibule/contract/account/security.schema.ts";
import type { Translate } from "../../i18n/translate.tsx";

export type NamedDevice = { browser?: string; system?: string };

/** Names of a browser and a system as people know them. */
export function nameDevice({ browser, system }: Pick<ListedSession, "browser" | "system">): NamedDevice {
  return { ...(browser && { browser: browsers[browser].name }), ...(system && { system: systems[system].name }) };
}

export function describeDevice(t: Translate, { browser, system }: NamedDevice): string {
  if (browser !== undefined && system !== undefined) return t("security:device.both", { browser, system });
  const name = browser ?? system;
  return name === undefined ? t("security:device.none") : t("security:device.one", { name });
}
