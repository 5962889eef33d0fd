import type { LetterContent, TemplateContext } from "./message-content.port.ts";

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
