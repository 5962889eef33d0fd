import { brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import { z } from "zod";

export const brandSchemaFile = "brand.schema.json";

/** The published JSON schema of brand.json, used by editors to complete and validate. */
export function brandJsonSchema(): string {
  const schema = z.toJSONSchema(brandSchema, { io: "input", target: "draft-7" });
  return `${JSON.stringify({ title: "A brand of Vestibule", ...schema }, undefined, 2)}\n`;
}
