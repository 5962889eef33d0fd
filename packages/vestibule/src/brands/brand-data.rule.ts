import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { type SecondFactorId, secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFinding } from "@vestibule/contract/brand/brand-fault.ts";
import { checkBrandUrls } from "./brand-url.rule.ts";
import { checkSpecialDays } from "./special-day.rule.ts";

export interface BrandDataToCheck {
  brand: BrandData;
  folder: string;
  mode: "demo" | "production";
  /** Names of the account registries that an external gateway may reference. */
  registries: readonly string[];
}

/** Cross-field checks that the schema cannot express. */
export function checkBrandData({ brand, folder, mode, registries }: BrandDataToCheck): BrandFinding[] {
  return [
    ...checkIdentity(brand, folder),
    ...checkProvinces(brand),
    ...checkBrandForms(brand),
    ...checkHours(brand),
    ...checkSpecialDays(brand),
    ...checkMasks(brand),
    ...checkNumbers(brand),
    ...checkSecondFactor(brand),
    ...checkBrandUrls({ brand, mode }),
    ...checkRegistry(brand, registries),
  ];
}

function checkIdentity(brand: BrandData, folder: string): BrandFinding[] {
  const findings: BrandFinding[] = [];
  if (brand.id !== folder)
    findings.push({
      location: "id",
      reason: `must be the folder's name, ${folder}`,
      code: "folderId",
      values: { folder },
    });
  if (!brand.companies.includes(brand.id))
    findings.push({
      location: "companies",
      reason: `must contain the brand's own id, ${brand.id}`,
      code: "ownCompany",
      values: { id: brand.id },
    });
  return findings;
}

function checkProvinces(brand: BrandData): BrandFinding[] {
  const { defaults, provinces, frenchFirstProvince } = brand;
  const findings: BrandFinding[] = [];
  const start = provinces[defaults.province];
  if (!start?.menu)
    findings.push({
      location: "defaults.province",
      reason: `${defaults.province} is not a menu province of the brand`,
      code: "notMenuProvince",
      values: { province: defaults.province },
    });
  else if (!start.languages.includes(defaults.language))
    findings.push({
      location: "defaults.language",
      reason: `is not spoken in ${defaults.province}`,
      code: "notSpokenThere",
      values: { province: defaults.province },
    });

  const frenchSomewhere = Object.values(provinces).some(({ menu, languages }) => menu && languages.includes("fr"));
  const first = frenchFirstProvince && provinces[frenchFirstProvince];
  if (frenchFirstProvince === null) {
    if (frenchSomewhere)
      findings.push({
        location: "frenchFirstProvince",
        reason: "must name a province, since the brand speaks French",
        code: "frenchProvince",
      });
  } else if (!first?.menu || !first.languages.includes("fr"))
    findings.push({
      location: "frenchFirstProvince",
      reason: `${frenchFirstProvince} is not a menu province that speaks French`,
      code: "frenchProvince",
    });
  return findings;
}

/** Elision before a vowel: "d’Intact". Names that begin with h or y are not checked. */
const elides = /^[aeiouàâäéèêëîïôöùûü]/i;

/** Sentences never build inflected names, so a brand supplies its forms in each of its languages. */
function checkBrandForms({ name, forms, provinces }: BrandData): BrandFinding[] {
  const spoken = new Set(Object.values(provinces).flatMap(({ languages }) => languages));
  const findings: BrandFinding[] = [];
  for (const language of spoken)
    for (const form of ["of", "at"] as const) {
      const text = forms[language][form];
      const location = `forms.${language}.${form}`;
      if (!text.endsWith(name[language]) || text === name[language])
        findings.push({
          location,
          reason: `must be the inflected form of “${name[language]}”`,
          code: "inflectedForm",
          values: { name: name[language] },
        });
      if (text.includes("'"))
        findings.push({ location, reason: "takes the typographic apostrophe ’", code: "apostrophe" });
    }
  if (spoken.has("fr") && elides.test(name.fr) && forms.fr.of.startsWith("de "))
    findings.push({
      location: "forms.fr.of",
      reason: `is elided before a vowel: “d’${name.fr}”`,
      code: "elision",
      values: { name: name.fr },
    });
  return findings;
}

function checkHours(brand: BrandData): BrandFinding[] {
  const findings = [
    ...unknownProvinces(brand, "openingHours", brand.openingHours),
    ...unknownProvinces(brand, "chat.hours", brand.chat.hours),
    ...unknownProvinces(brand, "telephone.customer.provinces", brand.telephone.customer.provinces),
    ...unknownProvinces(brand, "policyNumberLength.provinces", brand.policyNumberLength.provinces),
  ];
  if (brand.chat.enabled && Object.keys(brand.chat.hours).length === 0)
    findings.push({ location: "chat.hours", reason: "is empty, so the chat would never open", code: "chatNever" });
  return findings;
}

function unknownProvinces(brand: BrandData, location: string, byProvince: object): BrandFinding[] {
  return Object.keys(byProvince)
    .filter((id) => !isIdOf(brand.provinces, id))
    .map((id) => ({
      location: `${location}.${id}`,
      reason: "is not a province of the brand",
      code: "notOfBrand" as const,
    }));
}

function checkMasks({ licenceMasks, provinces }: BrandData): BrandFinding[] {
  return Object.keys(licenceMasks)
    .filter((id) => !isIdOf(provinces, id) || !provinces[id]?.licence)
    .map((id) => ({
      location: `licenceMasks.${id}`,
      reason: "is not a province with a licence field",
      code: "noLicenceField" as const,
    }));
}

function checkNumbers({ passwordPolicy, nameLength }: BrandData): BrandFinding[] {
  const findings: BrandFinding[] = [];
  if (passwordPolicy.minLength > passwordPolicy.maxLength)
    findings.push({ location: "passwordPolicy.minLength", reason: "is more than maxLength", code: "aboveMaximum" });
  if (nameLength.narrow > nameLength.wide)
    findings.push({ location: "nameLength.narrow", reason: "is more than wide", code: "aboveWide" });
  return findings;
}

/** Finds a brand all of whose methods have to be set up in the account first. */
function checkSecondFactor({ secondFactor: { when, methods, email } }: BrandData): BrandFinding[] {
  const isOnFile = (method: SecondFactorId) => secondFactors[method].enrolment === "onFile";
  const hasWay = methods.some((method) => isOnFile(method) && (method !== "email" || email !== "never"));
  if (when === "never" || hasWay) return [];
  return [
    {
      location: "secondFactor.methods",
      reason: "leaves people who have set up nothing in their account without a method: add text, call or email",
      code: "noWay",
    },
  ];
}

function checkRegistry({ gateway }: BrandData, registries: readonly string[]): BrandFinding[] {
  if (gateway.kind === "builtIn" || registries.includes(gateway.registry)) return [];
  const known = registries.length ? `known are ${registries.join(", ")}` : "none is installed";
  return [
    {
      location: "gateway.registry",
      reason: `an outside gateway needs the registry behind it; there is no adapter for ${gateway.registry} (${known})`,
      code: "noRegistry",
      values: { name: gateway.registry },
    },
  ];
}
