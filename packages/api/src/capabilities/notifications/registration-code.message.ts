import type { MailContent, MessageScene, SmsContent } from "./message-content.port.ts";

export function registrationCodeMail({ say, fact, endTime }: MessageScene): MailContent {
  const code = fact("code");
  return {
    subject: say("registrationCode.subject"),
    preheader: say("registrationCode.preheader", { code, time: endTime }),
    title: say("registrationCode.title"),
    code,
    paragraphs: [say("registrationCode.purpose"), say("shared.once", { time: endTime })],
    notYou: say("registrationCode.notYou"),
  };
}

export function registrationCodeSms({ say, fact, endTime }: MessageScene): SmsContent {
  const code = fact("code");
  return { sentence: say("registrationCode.sms", { code, time: endTime }), code };
}
