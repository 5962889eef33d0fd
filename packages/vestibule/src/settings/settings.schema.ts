import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { z } from "zod";
import { settingGroups } from "./setting.table.ts";
import { type Mode, type SettingInfo, settingDescriptions } from "./setting-description.ts";

export const settingsSchema = z.object({
  ...settingGroups.Mode.shape,
  ...settingGroups.Server.shape,
  ...settingGroups.Data.shape,
  ...settingGroups.Brands.shape,
  ...settingGroups.Secrets.shape,
  ...settingGroups.Connections.shape,
  ...settingGroups["Demo mode"].shape,
  ...settingGroups.Traces.shape,
  ...settingGroups["Limits and log"].shape,
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
