import type { MailContent, TemplateContext } from "./message-content.port.ts";

/**
 * Without a button: a recipient who did not do this should call, and phishing would imitate a link in such a message.
 */
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
