import {
  type EventField,
  type EventRow,
  type EventType,
  eventActors,
  events,
} from "@vestibule/catalogue/event.table.ts";
import { mapRows } from "@vestibule/catalogue/ids-of.ts";
import { z } from "zod";

const fieldSchemas = { string: z.string(), number: z.number(), boolean: z.boolean() };

const fieldSchema = ({ type, about, always }: EventField): z.ZodType => {
  const schema = fieldSchemas[type].describe(about);
  return always ? schema : schema.optional();
};

const dataSchema = ({ data }: EventRow) =>
  z.strictObject(Object.fromEntries(Object.entries(data).map(([name, field]) => [name, fieldSchema(field)])));

/** What every event says in addition to its type, version and data. */
const envelope = {
  id: z
    .string()
    .regex(/^evt_[0-9a-f]{32}$/)
    .describe("The same at each delivery of this event, so that a receiver recognises a second one."),
  timestamp: z.iso.datetime().describe("When it happened."),
  brand: z.string().describe("Id of the brand."),
  actor: z
    .enum(eventActors)
    .describe("Who caused it: the person, the portal, or a system, operator or agent of the insurer."),
  accountId: z.uuid().optional().describe("Id of the account, where the event is about one."),
  journeyId: z.uuid().optional().describe("Id of the registration, password reset or link that it belongs to."),
  personIds: z
    .array(z.strictObject({ company: z.string(), personId: z.string() }))
    .optional()
    .describe("The insurer’s own ids of the person, only where a subscription includes them."),
};

const eventSchemaOf = (type: EventType, row: EventRow) =>
  z.strictObject({
    type: z.literal(type).describe(row.about),
    version: z.literal(row.version),
    ...envelope,
    data: dataSchema(row),
  });

/** Schema of each event, by type. */
export const eventSchemas = mapRows(events, eventSchemaOf);

type EventSchema = ReturnType<typeof eventSchemaOf>;
export const portalEvent = z.discriminatedUnion("type", Object.values(eventSchemas) as [EventSchema, ...EventSchema[]]);
export type PortalEvent = z.infer<EventSchema>;
