import type { OutgoingMessage } from "../message-provider.port.ts";

/** A text message with a code, as the tests of providers send it. */
export const textMessage: OutgoingMessage = {
  id: "0f8b0b9e-8f4e-4a53-9f43-0b0c8a2ad8f1",
  brandId: "belair",
  language: "fr",
  channel: "SMS",
  to: "5145550142",
  from: { name: "Belair", address: "no-reply@belair.example" },
  subject: null,
  text: "Belair : 123456\n@belair.localhost #123456",
  html: null,
};
