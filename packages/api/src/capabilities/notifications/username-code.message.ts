import type { MailContent, MessageScene } from "./message-content.port.ts";

export function usernameCodeMail({ say, fact, endTime }: MessageScene): MailContent {
  const code = fact("code");
  return {
    subject: say("usernameCode.subject"),
    preheader: say("usernameCode.preheader", { code, time: endTime }),
    title: say("usernameCode.title"),
    code,
    paragraphs: [say("usernameCode.purpose"), say("shared.once", { time: endTime })],
    notYou: say("usernameCode.notYou"),
  };
}
