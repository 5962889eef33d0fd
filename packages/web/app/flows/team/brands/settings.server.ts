import { idsOf, isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { languages, type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { textKey } from "@vestibule/wording/tables.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import type { SettingsFormView, SettingView, UnavailableView } from "./brands-view.ts";
import { changeSettings, choiceName, nameOf, type SettingField, settingFields } from "./setting-field.server.ts";
import { type SettingGroup, settingGroupIds, settingGroups } from "./settings.table.ts";

type BrandDocument = ReturnType<typeof readDocument<"brand.json">>;

const groupOf = (group: string | null | undefined) => settingGroupIds.find((id) => id === group);

const fieldsOfGroup = (document: object, group: SettingGroup) =>
  settingGroups[group].flatMap((part) => settingFields({ ...document }, part));

/** A form with the fields of a group, made from the schema of brand.json. */
export async function settingsFormView(desk: BrandDesk): Promise<SettingsFormView | UnavailableView | undefined> {
  const group = groupOf(desk.query.get("group"));
  if (group === undefined) return undefined;
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const document = readDocument(read.data.files, "brand.json");
  const fields = fieldsOfGroup(document, group).map((field) => settingView(desk.requestContext, field));
  return {
    kind: "settings",
    brand: desk.head,
    basedOn,
    group,
    fields: group === "provinces" ? [provincesView(desk.requestContext, document), ...fields] : fields,
  };
}

const provincesPath = ["brandProvinces"];

/** Which provinces the brand has; the fields of each follow. */
function provincesView(requestContext: PortalRequestContext, { provinces }: BrandDocument): SettingView {
  const value = idsOf(provinces);
  return {
    ...settingView(requestContext, {
      path: provincesPath,
      kind: "choices",
      options: provinceIds,
      isNullable: false,
      value,
    }),
    help: translate(requestContext, "team:settings.provincesHelp"),
  };
}

/** Languages and provinces are named after the label, so that each has one sentence for all of them. */
function settingView(requestContext: PortalRequestContext, field: SettingField): SettingView {
  const { path, kind, options, value, isNullable, onlyWith } = field;
  const t = (key: string) => translate(requestContext, textKey(key));
  const fieldName = path.filter((part) => !isVariable(part)).join(".");
  const of = path.filter(isVariable).map((part) => t(variableText(part)));
  const label = t(`brandField:${fieldName}`);
  const optionText = (option: string) =>
    isVariable(option) ? t(variableText(option)) : t(`brandField:${fieldName}.is.${option}`);
  const text = Array.isArray(value) ? value.join(" ") : value === null ? "" : String(value);
  return {
    name: nameOf(path),
    kind,
    isNullable,
    value: kind === "flag" && value !== true ? "" : text,
    label: of.length === 0 ? label : translate(requestContext, "brandField:of", { field: label, of: of.join(", ") }),
    options: options.map((option) => ({
      value: option,
      name: choiceName(path, option),
      label: optionText(option),
      isChosen: Array.isArray(value) && value.includes(option),
    })),
    ...(onlyWith && {
      help: translate(requestContext, "brandField:onlyWith", {
        choice: t(`brandField:${nameOf(onlyWith.path)}.is.${onlyWith.value}`),
      }),
    }),
  };
}

const isVariable = (part: string) => isOneOf([...languages, ...provinceIds], part);
const variableText = (part: string) =>
  part === "en" || part === "fr" ? `team:pictures.${part}` : `common:province.${part}`;

export function changedSettings(files: BrandFiles, values: FormValues): BrandFiles {
  const group = groupOf(values.group);
  if (group === undefined) return {};
  const document = readDocument(files, "brand.json");
  const changed = changeSettings({ ...document }, fieldsOfGroup(document, group), values) as BrandDocument;
  return writeDocument("brand.json", group === "provinces" ? changeProvinces(changed, values) : changed);
}

/** A new province is in the menu and speaks the brand's own language; one that is removed leaves nothing behind. */
function changeProvinces(document: BrandDocument, values: FormValues): BrandDocument {
  const isChosen = (id: ProvinceId) => values[choiceName(provincesPath, id)] !== undefined;
  const removed = idsOf(document.provinces).filter((id) => !isChosen(id));
  const added = provinceIds.filter((id) => isChosen(id) && document.provinces[id] === undefined);
  const kept = withoutIds(document, removed) as BrandDocument;
  const { specialDays } = kept;
  return {
    ...kept,
    provinces: {
      ...kept.provinces,
      ...Object.fromEntries(added.map((id) => [id, { menu: true, languages: [document.defaults.language] }])),
    },
    // A day without provinces would be one of all of them.
    ...(specialDays && { specialDays: specialDays.filter(({ provinces }) => provinces?.length !== 0) }),
  };
}

/** A value of JSON without some keys of objects and entries of lists, at every depth. */
function withoutIds(value: unknown, ids: readonly string[]): unknown {
  if (Array.isArray(value)) return value.filter((one) => !ids.includes(one)).map((one) => withoutIds(one, ids));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !ids.includes(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutIds(one, ids)]));
}

/** The field of a place such as `brand.json securityContacts[0]`. */
export function settingsField(place: string) {
  const name = /^brand\.json ([\w.]+)/.exec(place)?.[1];
  const part = name?.split(".")[0];
  const isShown = Object.values(settingGroups).some((parts: readonly string[]) => parts.includes(part ?? ""));
  return name === undefined || !isShown ? undefined : { field: name };
}

export const settingsPlaces = (query: URLSearchParams) =>
  settingGroups[groupOf(query.get("group")) ?? "names"].map((part) => `brand.json ${part}`);
