import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** A code for the page in progress and a link for any other device; either completes the reset. */
export function passwordResetMail({ say, fact, link, codeEnd }: TemplateContext): MailContent {
  const code = fact("code");
  return {
    subject: say("passwordReset.subject"),
    preheader: say("passwordReset.preheader", { code, time: codeEnd }),
    title: say("passwordReset.title"),
    code,
    paragraphs: [say("passwordReset.use"), say("shared.once", { time: codeEnd }), say("shared.secret")],
    button: { label: say("passwordReset.button"), link: link() },
    notYou: say("passwordReset.notYou"),
  };
}
