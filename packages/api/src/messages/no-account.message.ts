import type { MailContent, TemplateContext } from "./message-content.port.ts";

/**
 * To an e-mail without an account that requested a password reset: explains how to find the account, without personal
 * data.
 */
export function noAccountMail({ say, origin }: TemplateContext): MailContent {
  return {
    subject: say("noAccount.subject"),
    preheader: say("noAccount.preheader"),
    title: say("noAccount.title"),
    paragraphs: [say("noAccount.what"), say("noAccount.next")],
    button: { label: say("noAccount.button"), link: `${origin}/create-an-account/start` },
    notYou: say("noAccount.notYou"),
  };
}
