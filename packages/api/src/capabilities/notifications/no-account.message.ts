import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** To an address that asked for a new password and has no account: how to find the account, nothing of anybody. */
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
