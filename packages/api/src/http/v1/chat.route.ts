import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { languages, type ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { chatAvailabilitiesAnswer, chatAvailabilitiesPath } from "@vestibule/contract/v1/chat.schema.ts";
import { hoursAnswer, hoursPath } from "@vestibule/contract/v1/hours.schema.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { chatOpen, hoursNow } from "../../opening-hours/hours.adapter.ts";

const availabilities = createRoute({
  method: "get",
  path: chatAvailabilitiesPath,
  summary: "Whether the chat is open now",
  tags: ["help"],
  request: {
    query: z.object({
      // Explicit types, because the generator cannot read schemas with `catch`.
      language: z
        .enum(languages)
        .optional()
        .catch(undefined)
        .openapi({ type: "string", enum: [...languages] }),
      province: z.string().max(5).optional().catch(undefined).openapi({ type: "string" }),
      entrypoint: z
        .literal("Login")
        .catch("Login")
        .openapi({ type: "string", enum: ["Login"] }),
    }),
  },
  responses: {
    200: {
      description: "One entry for the brand and province; `chatbot` says whether somebody is there",
      content: { "application/json": { schema: chatAvailabilitiesAnswer } },
    },
  },
});

const hours = createRoute({
  method: "get",
  path: hoursPath,
  summary: "When the brand answers by telephone and chat",
  tags: ["help"],
  responses: {
    200: {
      description: "State now and the current week, on the province's own clock",
      content: { "application/json": { schema: hoursAnswer } },
    },
  },
});

/** Opening hours of chat and telephone; public, since they contain no personal data. */
export function chatRoutes(deps: Pick<ApiDeps, "clock">): OpenAPIHono<ApiEnvironment> {
  const api = new OpenAPIHono<ApiEnvironment>();
  api.openapi(availabilities, (context) => {
    const requestContext = context.get("requestContext");
    const { brand } = requestContext;
    const query = context.req.valid("query");
    const province = servedProvince(brand, query.province) ?? requestContext.province;
    const served = brand.provinces[province]?.languages ?? [];
    const language = query.language && served.includes(query.language) ? query.language : requestContext.language;
    const chatbot = chatOpen({ brand, province, now: deps.clock.now() });
    const entry = { brand: brand.id, province, language, entrypoint: query.entrypoint, chatbot };
    return context.json({ data: { data: [entry] } }, 200);
  });
  api.openapi(hours, (context) => {
    const { brand, province } = context.get("requestContext");
    return context.json(hoursNow({ brand, province, now: deps.clock.now() }), 200);
  });
  return api;
}

function servedProvince(brand: Brand, asked: string | undefined): ProvinceId | undefined {
  const province = asked?.toLowerCase() as ProvinceId | undefined;
  return province && brand.provinces[province] ? province : undefined;
}
