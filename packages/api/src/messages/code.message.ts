import type { MailContent, SmsContent, TemplateContext } from "./message-content.port.ts";

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
