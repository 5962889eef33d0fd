import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** A fresh link in place of one that had ended, or of the way that too many wrong passwords have closed. */
export function lockedAccountMail({ say, given, moment, link }: TemplateContext): MailContent {
  const cause = given("cause") === "wrongPasswords" ? "wrongPasswords" : "ended";
  return {
    subject: say("lockedAccount.subject"),
    preheader: say(`lockedAccount.${cause}.preheader`),
    title: say("lockedAccount.title"),
    paragraphs: [say(`lockedAccount.${cause}.what`), say("shared.linkOnce", moment("linkEndsAt"))],
    button: { label: say("lockedAccount.button"), link: link() },
    notYou: say("shared.notExpected"),
  };
}
