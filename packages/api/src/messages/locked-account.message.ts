import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** A new link that replaces an expired one, or a method that is locked after too many wrong passwords. */
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
