import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** To the account's current e-mail: without the new e-mail and without a button. */
export function emailChangeAskedMail({ say }: TemplateContext): MailContent {
  return {
    subject: say("emailChangeAsked.subject"),
    preheader: say("emailChangeAsked.preheader"),
    title: say("emailChangeAsked.title"),
    paragraphs: [say("emailChangeAsked.what"), say("emailChangeAsked.next")],
    notYou: say("shared.callNow"),
    callsNow: true,
  };
}
