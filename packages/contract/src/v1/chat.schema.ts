import { languages } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";

/** GET /chat-app/api/v1/availabilities?language&province&entrypoint=Login */
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

export const chatAvailabilitiesPath = "/chat-app/api/v1/availabilities";
