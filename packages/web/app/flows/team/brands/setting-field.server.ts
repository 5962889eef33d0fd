import { brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import { z } from "zod";
import type { FormValues } from "../../../form/form-values.ts";

/** One value of brand.json as a field; its name is its path with dots. */
export interface SettingField {
  path: readonly string[];
  kind: "text" | "number" | "flag" | "choice" | "choices" | "list";
  options: readonly string[];
  /** What the brand has, or would have by default. */
  value: unknown;
  /** Whether an empty choice means none. */
  isNullable: boolean;
  /** The choice with which the field has an effect. */
  onlyWith?: { path: readonly string[]; value: string };
}

interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  propertyNames?: { enum?: string[] };
  additionalProperties?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  enum?: string[];
  const?: string;
  items?: SchemaNode;
  default?: unknown;
}

type Document = Record<string, unknown>;

export const brandNode = z.toJSONSchema(brandSchema, { io: "input", unrepresentable: "any" }) as SchemaNode;

/** Parts of brand.json that have a form for themselves. */
const otherForms = ["telephone.customer", "openingHours", "chat.hours", "specialDays"];

export const nameOf = (path: readonly string[]) => path.join(".");

/** The fields of a part of brand.json, made from its schema; those by province for the provinces of the brand. */
export function settingFields(document: Document, part: string): SettingField[] {
  const node = brandNode.properties?.[part];
  return node === undefined
    ? []
    : fieldsOf(node, { path: [part], value: document[part], provinces: provincesOf(document) });
}

interface At {
  path: readonly string[];
  value: unknown;
  provinces: readonly string[];
}

function fieldsOf(node: SchemaNode, at: At): SettingField[] {
  const { path, provinces } = at;
  if (otherForms.includes(nameOf(path))) return [];
  const value = at.value === undefined ? node.default : at.value;
  const inner = (key: string, child: SchemaNode) =>
    fieldsOf(child, { path: [...path, key], value: memberOf(value, key), provinces });
  if (node.oneOf !== undefined) return variantFields(node.oneOf, { ...at, value });
  if (node.properties !== undefined)
    return Object.entries(node.properties).flatMap(([key, child]) => inner(key, child));
  if (typeof node.additionalProperties === "object") {
    const child = node.additionalProperties;
    const keys = node.propertyNames?.enum ?? provinces;
    return keys.filter((key) => !isProvince(key) || provinces.includes(key)).flatMap((key) => inner(key, child));
  }
  return [{ path, ...kindOf(node), value: value ?? null }];
}

/** Fields of all variants of an object, whose first property with a constant says which variant it is. */
function variantFields(variants: readonly SchemaNode[], at: At): SettingField[] {
  const all = variants.map(({ properties = {} }) => properties);
  const key = Object.keys(all[0] ?? {}).find((name) => all.every((one) => one[name]?.const !== undefined)) ?? "";
  const choices = all.map((one) => one[key]?.const ?? "");
  const choicePath = [...at.path, key];
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))].filter((name) => name !== key);
  return [
    {
      path: choicePath,
      kind: "choice",
      options: choices,
      isNullable: false,
      value: memberOf(at.value, key) ?? choices[0],
    },
    ...names.flatMap((name) => {
      const having = choices.filter((_choice, index) => all[index]?.[name] !== undefined);
      const child = all.find((one) => one[name] !== undefined)?.[name] ?? {};
      const [only = ""] = having;
      return fieldsOf(child, { ...at, path: [...at.path, name], value: memberOf(at.value, name) }).map((field) => ({
        ...field,
        ...(having.length < choices.length && { onlyWith: { path: choicePath, value: only } }),
      }));
    }),
  ];
}

function kindOf({ type, enum: options = [], anyOf = [], items }: SchemaNode): Omit<SettingField, "path" | "value"> {
  const isNullable = anyOf.some((one) => one.type === "null");
  const choice = anyOf.find((one) => one.enum !== undefined)?.enum ?? options;
  if (type === "boolean") return { kind: "flag", options: [], isNullable };
  if (type === "integer" || type === "number") return { kind: "number", options: [], isNullable };
  if (type === "array") return { kind: items?.enum ? "choices" : "list", options: items?.enum ?? [], isNullable };
  return { kind: choice.length > 0 ? "choice" : "text", options: choice, isNullable };
}

const isProvince = (key: string) => (brandNode.properties?.provinces?.propertyNames?.enum ?? []).includes(key);
const provincesOf = ({ provinces }: Document) => Object.keys(provinces ?? {});

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Document)[key] : undefined;

/** Name of the checkbox of one of several choices. */
export const choiceName = (path: readonly string[], option: string) => `${nameOf(path)}-${option}`;

/** The document with the values of a form; a value that the form leaves as it is stays as it is written. */
export function changeSettings(document: Document, fields: readonly SettingField[], values: FormValues): Document {
  const changed = structuredClone(document);
  for (const field of fields) {
    const { path, onlyWith } = field;
    const isWithout = onlyWith !== undefined && values[nameOf(onlyWith.path)] !== onlyWith.value;
    const value = isWithout ? undefined : typedValue(field, values);
    if (isWithout || JSON.stringify(value ?? null) !== JSON.stringify(field.value)) setAt(changed, path, value);
  }
  return changed;
}

/** The value of a field as brand.json has it; undefined for none. What is no number stays, so that the check says so. */
function typedValue({ path, kind, options, isNullable, value }: SettingField, values: FormValues): unknown {
  const typed = values[nameOf(path)] ?? "";
  if (kind === "flag") return typed !== "";
  if (kind === "choices") {
    const before = Array.isArray(value) ? value : [];
    const chosen = options.filter((option) => values[choiceName(path, option)] !== undefined);
    return [...before.filter((one) => chosen.includes(one)), ...chosen.filter((one) => !before.includes(one))];
  }
  if (typed === "") return isNullable ? null : undefined;
  if (kind === "list") return typed.split(/\s+/);
  return kind === "number" && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

/** Sets or removes a value, with the objects around it that have nothing else. */
function setAt(
  target: Document,
  [key = "", ...rest]: readonly string[],
  value: unknown,
  required = brandNode.required,
) {
  if (rest.length > 0) {
    const inner = { ...(target[key] as Document | undefined) };
    setAt(inner, rest, value, []);
    if (Object.keys(inner).length > 0 || required?.includes(key)) target[key] = inner;
    else delete target[key];
  } else if (value === undefined) delete target[key];
  else target[key] = value;
}
