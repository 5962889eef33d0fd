import type { MailContent, MessageScene } from "./message-content.port.ts";

/** A fresh link in place of one that had ended. */
export function lockedAccountMail({ say, moment, link }: MessageScene): MailContent {
  return {
    subject: say("lockedAccount.subject"),
    preheader: say("lockedAccount.preheader"),
    title: say("lockedAccount.title"),
    paragraphs: [say("lockedAccount.what"), say("shared.linkOnce", moment("linkEndsAt"))],
    button: { label: say("lockedAccount.button"), link: link() },
    notYou: say("shared.notExpected"),
  };
}
