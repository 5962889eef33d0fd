import { idsOf } from "@vestibule/catalogue/ids-of.ts";

/** The forms of brand.json that are made from its schema: the fields of each. */
export const settingGroups = {
  names: ["name", "forms", "themeColour"],
  provinces: ["defaults", "frenchFirstProvince", "provinces", "licenceMasks", "policyNumberLength"],
  contact: ["telephone", "chat", "accessibility", "securityContacts"],
  links: ["marketingUrl", "legal", "termsVersion", "screenShareUrl", "securityCertificateUrl", "appDownload"],
  features: ["features", "pinRoadblock", "nameLength"],
  password: ["passwordPolicy"],
  secondFactor: ["secondFactor"],
  mail: ["mailFrom"],
} as const;
export type SettingGroup = keyof typeof settingGroups;

export const settingGroupIds = idsOf(settingGroups);
