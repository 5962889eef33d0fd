import type { MailContent, TemplateContext } from "./message-content.port.ts";

type NoticeWithAction = "alreadyRegistered" | "passwordDisabled" | "noAccount";
type Warning = "passwordChanged" | "emailChangeAsked" | "emailChanged";

/** A notice with a button to a page of the portal. It contains no personal data. */
export function noticeMail(id: NoticeWithAction, page: string) {
  return ({ say, origin }: TemplateContext): MailContent => ({
    subject: say(`${id}.subject`),
    preheader: say(`${id}.preheader`),
    title: say(`${id}.title`),
    paragraphs: [say(`${id}.what`), say(`${id}.next`)],
    button: { label: say(`${id}.button`), link: `${origin}${page}` },
    notYou: say(`${id}.notYou`),
  });
}

/**
 * A change of the password or e-mail, to the e-mail before the change. Without a button and without the new e-mail: a
 * recipient who did not do this should call, and phishing would imitate a link in such a message.
 */
export function warningMail(id: Warning) {
  return ({ say }: TemplateContext): MailContent => ({
    subject: say(`${id}.subject`),
    preheader: say(`${id}.preheader`),
    title: say(`${id}.title`),
    paragraphs: [say(`${id}.what`), say(`${id}.next`)],
    notYou: say("shared.callNow"),
    callsNow: true,
  });
}

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
