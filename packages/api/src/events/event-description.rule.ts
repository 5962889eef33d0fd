import { type EventType, events } from "@vestibule/catalogue/event.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { eventSchemas } from "@vestibule/contract/internal/event.schema.ts";
import { z } from "zod";

/** Headers of a webhook, as the Standard Webhooks specification defines them. */
const webhookHeaders = {
  type: "object",
  properties: {
    "webhook-id": { type: "string", description: "The event’s id, the same at each attempt." },
    "webhook-timestamp": { type: "string", description: "Unix time of this attempt, in seconds." },
    "webhook-signature": {
      type: "string",
      description: "One signature for each secret of the subscription, by spaces.",
    },
  },
  required: ["webhook-id", "webhook-timestamp", "webhook-signature"],
};

const types = idsOf(events);
const messageOf = (type: EventType) => type.replace(".", "_");
const payloadOf = (type: EventType) => z.toJSONSchema(eventSchemas[type], { target: "draft-7" });

/** Describes the events as AsyncAPI 3, derived from their table. */
export function describeEvents() {
  const messages = Object.fromEntries(
    types.map((type) => [
      messageOf(type),
      {
        name: type,
        title: type,
        summary: events[type].about,
        contentType: "application/json",
        headers: webhookHeaders,
        payload: payloadOf(type),
      },
    ]),
  );
  const references = (at: string) => types.map((type) => ({ $ref: `#/${at}/messages/${messageOf(type)}` }));
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Vestibule, events for the insurer’s own systems",
      version: "1",
      description: "Posted to the webhooks of subscriptions, and listed by the feed at /internal/v1/events.",
    },
    defaultContentType: "application/json",
    channels: {
      webhook: {
        title: "A subscription’s webhook",
        description: "The URL of a subscription. One request for each event, in their order for each account.",
        messages: Object.fromEntries(
          types.map((type) => [messageOf(type), { $ref: `#/components/messages/${messageOf(type)}` }]),
        ),
      },
    },
    operations: {
      sendEvent: {
        action: "send",
        title: "Send an event",
        summary: "Sends each event at least once; a 2xx status accepts it.",
        channel: { $ref: "#/channels/webhook" },
        messages: references("channels/webhook"),
      },
    },
    components: { messages },
  };
}

/** The events as `webhooks` of OpenAPI 3.1. */
export function describeWebhook(type: EventType) {
  return {
    method: "post" as const,
    path: type,
    summary: events[type].about,
    operationId: messageOf(type),
    request: { body: { required: true, content: { "application/json": { schema: eventSchemas[type] } } } },
    responses: { 204: { description: "Accepted; so is every other 2xx status" } },
  };
}
