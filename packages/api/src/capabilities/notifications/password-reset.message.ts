import type { MailContent, MessageScene } from "./message-content.port.ts";

/** A code for the page that waits for it, and a link for any other device: either finishes the journey. */
export function passwordResetMail({ say, fact, moment, link, endTime }: MessageScene): MailContent {
  const code = fact("code");
  const codeEnds = moment("codeEndsAt").time;
  return {
    subject: say("passwordReset.subject"),
    preheader: say("passwordReset.preheader", { code, time: codeEnds }),
    title: say("passwordReset.title"),
    code,
    paragraphs: [say("passwordReset.use"), say("passwordReset.ends", { codeTime: codeEnds, linkTime: endTime })],
    button: { label: say("passwordReset.button"), link: link() },
    notYou: say("passwordReset.notYou"),
  };
}
