import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** Without a button: whoever did not do this is to call, and a link in such a message is what a swindler would copy. */
export function passwordChangedMail({ say }: TemplateContext): MailContent {
  return {
    subject: say("passwordChanged.subject"),
    preheader: say("passwordChanged.preheader"),
    title: say("passwordChanged.title"),
    paragraphs: [say("passwordChanged.what"), say("passwordChanged.next")],
    notYou: say("shared.callNow"),
    callsNow: true,
  };
}
