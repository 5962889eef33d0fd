import type { MailContent, MessageScene, SmsContent } from "./message-content.port.ts";

type SmsCode = "registrationCode" | "findAccountCode";

/** The e-mail of a code that a page waits for. */
export function codeMail(id: SmsCode | "usernameCode") {
  return ({ say, fact, endTime }: MessageScene): MailContent => {
    const code = fact("code");
    return {
      subject: say(`${id}.subject`),
      preheader: say(`${id}.preheader`, { code, time: endTime }),
      title: say(`${id}.title`),
      code,
      paragraphs: [say(`${id}.purpose`), say("shared.once", { time: endTime })],
      notYou: say(`${id}.notYou`),
    };
  };
}

export function codeSms(id: SmsCode) {
  return ({ say, fact, endTime }: MessageScene): SmsContent => {
    const code = fact("code");
    return { sentence: say(`${id}.sms`, { code, time: endTime }), code };
  };
}
