import type { MailContent, TemplateContext } from "./message-content.port.ts";

export function welcomeMail({ say, firstName, origin }: TemplateContext): MailContent {
  return {
    subject: say("welcome.subject"),
    preheader: say("welcome.preheader"),
    title: firstName ? say("welcome.titleWithName", { firstName }) : say("welcome.title"),
    paragraphs: [say("welcome.what")],
    button: { label: say("welcome.button"), link: `${origin}/` },
    notYou: say("shared.callNow"),
    callsNow: true,
  };
}
