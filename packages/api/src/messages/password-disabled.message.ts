import type { MailContent, TemplateContext } from "./message-content.port.ts";

export function passwordDisabledMail({ say, origin }: TemplateContext): MailContent {
  return {
    subject: say("passwordDisabled.subject"),
    preheader: say("passwordDisabled.preheader"),
    title: say("passwordDisabled.title"),
    paragraphs: [say("passwordDisabled.what"), say("passwordDisabled.next")],
    button: { label: say("passwordDisabled.button"), link: `${origin}/forgot` },
    notYou: say("passwordDisabled.notYou"),
  };
}
