import type { LetterContent, MailContent, SmsContent, TemplateContext } from "./message-content.port.ts";

type SmsCode = "registrationCode" | "findAccountCode";

/** The e-mail with a code for a page in progress. */
export function codeMail(id: SmsCode | "usernameCode") {
  return ({ say, fact, codeEnd }: TemplateContext): MailContent => {
    const code = fact("code");
    return {
      subject: say(`${id}.subject`),
      preheader: say(`${id}.preheader`, { code, time: codeEnd }),
      title: say(`${id}.title`),
      code,
      paragraphs: [say(`${id}.purpose`), say("shared.once", { time: codeEnd }), say("shared.secret")],
      notYou: say(`${id}.notYou`),
    };
  };
}

export function codeSms(id: SmsCode) {
  return ({ say, fact, codeEnd }: TemplateContext): SmsContent => {
    const code = fact("code");
    return { sentence: say(`${id}.sms`, { code, time: codeEnd }), code };
  };
}

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

export function pinIssuedLetter({ say, fact, firstName, origin }: TemplateContext): LetterContent {
  const code = fact("code");
  return {
    title: say("pinIssued.title"),
    paragraphs: [
      ...(firstName ? [say("pinIssued.greeting", { firstName })] : []),
      say("pinIssued.pin", { code }),
      say("pinIssued.use", { link: origin }),
      say("pinIssued.once"),
      say("pinIssued.keep"),
    ],
    code,
    link: `${origin}/`,
  };
}
