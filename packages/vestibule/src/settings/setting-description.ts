import { z } from "zod";

export type Mode = "demo" | "production";

export interface SettingInfo {
  /** One or two sentences for operators. */
  about: string;
  /** One default for both modes, or one for each. Without a default the setting may be unset. */
  default?: string | Readonly<Record<Mode, string>>;
  /** Parts of the server that require it in production. */
  neededInProduction?: readonly ("api" | "web")[];
  /** Whether the value is never printed. */
  secret?: true;
  /** Protocol of the URL, whose encryption is checked at start. */
  transport?: "http" | "httpByName" | "smtp" | "postgres";
}

export const settingDescriptions = z.registry<SettingInfo>();

/** Registers the description of a setting. Without a default the setting may be unset. */
export function setting<S extends z.ZodType, const I extends Omit<SettingInfo, "about">>(
  schema: S,
  about: string,
  info?: I,
) {
  const described = info?.default === undefined ? schema.optional() : schema.clone();
  return described.register(settingDescriptions, { about, ...info }) as I extends { default: unknown }
    ? S
    : z.ZodOptional<S>;
}
