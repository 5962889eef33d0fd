import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** To the previous e-mail: without the new e-mail and without a button. */
export function emailChangedMail({ say }: TemplateContext): MailContent {
  return {
    subject: say("emailChanged.subject"),
    preheader: say("emailChanged.preheader"),
    title: say("emailChanged.title"),
    paragraphs: [say("emailChanged.what"), say("emailChanged.next")],
    notYou: say("shared.callNow"),
    callsNow: true,
  };
}
