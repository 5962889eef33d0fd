import { languages } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";

export const chatAvailabilitiesAnswer = z.strictObject({
  data: z.strictObject({
    data: z.array(
      z.strictObject({
        brand: z.string(),
        province: z.string(),
        language: z.enum(languages),
        entrypoint: z.literal("Login"),
        chatbot: z.boolean(),
      }),
    ),
  }),
});
export type ChatAvailabilitiesAnswer = z.infer<typeof chatAvailabilitiesAnswer>;
