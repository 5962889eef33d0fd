import type { MailContent, TemplateContext } from "./message-content.port.ts";

export function alreadyRegisteredMail({ say, origin }: TemplateContext): MailContent {
  return {
    subject: say("alreadyRegistered.subject"),
    preheader: say("alreadyRegistered.preheader"),
    title: say("alreadyRegistered.title"),
    paragraphs: [say("alreadyRegistered.what"), say("alreadyRegistered.next")],
    button: { label: say("alreadyRegistered.button"), link: `${origin}/` },
    notYou: say("alreadyRegistered.notYou"),
  };
}
