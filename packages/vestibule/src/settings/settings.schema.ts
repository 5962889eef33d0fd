import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { z } from "zod";
import { groupsOfSettings } from "./setting.table.ts";
import { type Mode, type SettingInfo, settingDescriptions } from "./setting-description.ts";

export const settingsSchema = z.object({
  ...groupsOfSettings.Mode.shape,
  ...groupsOfSettings.Server.shape,
  ...groupsOfSettings.Data.shape,
  ...groupsOfSettings.Brands.shape,
  ...groupsOfSettings.Secrets.shape,
  ...groupsOfSettings.Connections.shape,
  ...groupsOfSettings["Demo mode"].shape,
  ...groupsOfSettings.Traces.shape,
  ...groupsOfSettings["Limits and log"].shape,
});

export type SettingName = keyof typeof settingsSchema.shape;
export const settingNames = idsOf(settingsSchema.shape);

export function settingInfo(name: SettingName): SettingInfo {
  const info = settingDescriptions.get(settingsSchema.shape[name]);
  if (info === undefined) throw new Error(`${name} is not described`);
  return info;
}

export function defaultOf(name: SettingName, mode: Mode): string | undefined {
  const { default: text } = settingInfo(name);
  return typeof text === "object" ? text[mode] : text;
}
