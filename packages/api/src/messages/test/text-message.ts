import type { OutgoingMessage } from "../message-provider.port.ts";

/** A text message with a code, as the tests of providers send it. */
export const textMessage: OutgoingMessage = {
  id: "0f8b0b9e-8f4e-4a53-9f43-0b0c8a2ad8f1",
  brandId: "belair",
  language: "fr",
  channel: "SMS",
  to: "5145550142",
  from: { name: "Belair", address: "no-reply@belair.example" },
  origin: "https://portal.belair.example",
  subject: null,
  text: "Belair : 123456\n@belair.localhost #123456",
  html: null,
};

export const callMessage: OutgoingMessage = {
  ...textMessage,
  channel: "VOICE",
  text: "Bonjour, ici Belair & fils.\nVotre code est : 1, 2, 3, 4, 5, 6.\nJe répète, votre code est : 1, 2, 3, 4, 5, 6.",
};

export const emailMessage: OutgoingMessage = {
  ...textMessage,
  channel: "EMAIL",
  to: "eloise@exemple.ca",
  subject: "Votre code pour créer votre compte Belair",
  text: "Belair\n\n    123456\n",
  html: '<p>123456 <img src="cid:wordmark" alt="Belair"></p>',
  image: { contentId: "wordmark", png: new Uint8Array([137, 80, 78, 71]) },
};
