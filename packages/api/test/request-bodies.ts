import fc from "fast-check";
import { z } from "zod";
import { anyText } from "../../../test/hostile-texts.ts";

const anything = fc.oneof(anyText, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, 0, -1, 1e308, true, [], {}));

type JsonSchema = z.core.JSONSchema.JSONSchema;

const jsonSchemaOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** Names of a body's text fields, over all its alternatives. */
export function textFieldsOf(schema: z.ZodType): string[] {
  const { anyOf = [], ...own } = jsonSchemaOf(schema);
  const alternatives = [own, ...anyOf] as JsonSchema[];
  const fields = alternatives.flatMap(({ properties = {} }) => Object.entries(properties));
  return [
    ...new Set(
      fields
        .filter(
          ([, field]) =>
            (field as JsonSchema).type === "string" &&
            !(field as JsonSchema).enum &&
            (field as JsonSchema).const === undefined,
        )
        .map(([name]) => name),
    ),
  ];
}

/** Arbitrary bodies for a schema: some valid, most with one field that is replaced, missing or added. */
export function bodiesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const valid = valuesOf(jsonSchemaOf(schema));
  const names = fc.constantFrom("page", "verified", "email", "id", "__proto__", "constructor");
  const broken = fc.tuple(valid, fc.nat(), anything, names, fc.constantFrom("replaced", "missing", "added"));
  return fc.oneof(
    valid,
    broken.map(([body, index, value, name, how]) => {
      if (typeof body !== "object" || body === null) return value;
      const entries = Object.entries(body);
      if (how === "added") return Object.fromEntries([...entries, [name, value]]);
      const at = entries.length === 0 ? 0 : index % entries.length;
      return Object.fromEntries(
        entries.flatMap((entry, i) => (i !== at ? [entry] : how === "missing" ? [] : [[entry[0], value]])),
      );
    }),
    anything,
  );
}

function valuesOf(schema: JsonSchema | boolean): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean") return anything;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valuesOf));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer" || schema.type === "number") return fc.oneof(fc.integer(), fc.double());
  if (schema.type === "array") return fc.array(valuesOf((schema.items as JsonSchema) ?? true), { maxLength: 3 });
  if (schema.type !== "object") return anyText;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valuesOf(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}
