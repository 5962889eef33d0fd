import { type Channel, type NotificationId, notifications } from "@vestibule/catalogue/notification.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { testBrands } from "../../../../../test/book-file.ts";
import { type RenderableMessage, renderMessage } from "../render.message.ts";

export const book = await testBrands();

export const facts = {
  code: "123456",
  firstName: "Éloïse",
  province: "qc",
  origin: "http://portail.localhost:3000",
  link: "http://portail.localhost:3000/?token=T0ken&src=edoc&language=fr&province=qc",
  source: "edoc",
  action: "DEFPWD_REGISTER",
  codeEndsAt: "2026-11-21T15:22:00Z",
  linkEndsAt: "2026-11-22T15:42:00Z",
  undoEndsAt: "2026-11-24T15:42:00Z",
  left: "9",
  dueAt: "2026-11-22T15:42:00Z",
  answer: "approved",
};

export const message = (over: Partial<RenderableMessage>): RenderableMessage => ({
  notification: "registrationCode",
  language: "fr",
  channel: "EMAIL",
  facts,
  queuedAt: new Date("2026-11-21T15:12:00Z"),
  expiresAt: new Date("2026-11-21T15:42:00Z"),
  ...over,
});

export const allMessages = Object.entries(notifications).flatMap(([id, { channels }]) =>
  channels.flatMap((channel: Channel) =>
    languages.map((language) => ({ notification: id as NotificationId, channel, language })),
  ),
);

export const brand = (id: string): Brand => {
  const found = book.byId(id);
  if (!found) throw new Error(id);
  return found;
};

export const draw = (
  over: Partial<RenderableMessage>,
  renderContext: { brand?: string; mode?: "demo" | "production" } = {},
) =>
  renderMessage(message(over), { brand: brand(renderContext.brand ?? "belair"), mode: renderContext.mode ?? "demo" });
