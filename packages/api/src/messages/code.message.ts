import type { CallContent, LetterContent, MailContent, SmsContent, TemplateContext } from "./message-content.port.ts";
import { requested } from "./notice.message.ts";

type SmsCode = "registrationCode" | "findAccountCode" | "policyCode";

/** The e-mail with a code for a page in progress. */
export function codeMail(id: SmsCode | "usernameCode" | "emailChangeCode") {
  return ({ t, fact, codeEnd }: TemplateContext): MailContent => {
    const code = fact("code");
    return {
      subject: t(`${id}.subject`),
      preheader: t(`${id}.preheader`, { code, time: codeEnd }),
      title: t(`${id}.title`),
      code,
      paragraphs: [t(`${id}.purpose`), t("shared.once", { time: codeEnd }), t("shared.secret")],
      notYou: t(`${id}.notYou`),
    };
  };
}

export function codeSms(id: SmsCode) {
  return ({ t, fact, codeEnd }: TemplateContext): SmsContent => {
    const code = fact("code");
    return { sentence: t(`${id}.sms`, { code, time: codeEnd }), code };
  };
}

/** The code of a login; the link refuses the login, where it is not the owner's. */
export function secondFactorMail({ t, fact, link, codeEnd, device }: TemplateContext): MailContent {
  const code = fact("code");
  return {
    subject: t("secondFactorCode.subject"),
    preheader: t("secondFactorCode.preheader", { code, time: codeEnd }),
    title: t("secondFactorCode.title"),
    code,
    paragraphs: [
      t("secondFactorCode.purpose"),
      t("shared.once", { time: codeEnd }),
      t("shared.secret"),
      t("secondFactorCode.device", { device: device ?? t("secondFactorCode.device.none") }),
    ],
    button: { label: t("secondFactorCode.button"), link: link() },
    notYou: t("secondFactorCode.notYou"),
  };
}

export function secondFactorSms({
  t,
  fact,
  link,
  codeEnd,
  device = t("secondFactorCode.device.none"),
}: TemplateContext): SmsContent {
  const code = fact("code");
  return { sentence: t("secondFactorCode.sms", { code, time: codeEnd, device }), code, link: link() };
}

/** Speaks the digits one by one, twice. A call has no link: it names the page of the portal that changes the password. */
export function secondFactorCall({ t, fact, codeEnd, device }: TemplateContext): CallContent {
  const code = fact("code");
  const digits = [...code].join(", ");
  return {
    sentences: [
      t("secondFactorCode.call.hello"),
      t("secondFactorCode.call.purpose"),
      t("secondFactorCode.device", { device: device ?? t("secondFactorCode.device.none") }),
      t("secondFactorCode.call.code", { digits }),
      t("secondFactorCode.call.repeat", { digits }),
      t("shared.once", { time: codeEnd }),
      t("shared.secret"),
      t("secondFactorCode.call.notYou"),
    ],
    code,
  };
}

/** The e-mail with a code for the page in progress and a link for any other device; either completes the reset. */
export function passwordResetMail(context: TemplateContext): MailContent {
  const { t, fact, link, codeEnd } = context;
  const code = fact("code");
  const use = t("passwordReset.use");
  return {
    subject: t("passwordReset.subject"),
    preheader: t("passwordReset.preheader", { code, time: codeEnd }),
    title: t("passwordReset.title"),
    code,
    inText: { [use]: t("passwordReset.use.text") },
    paragraphs: [use, t("shared.once", { time: codeEnd }), t("shared.secret"), requested(context)],
    button: { label: t("passwordReset.button"), link: link() },
    notYou: t("passwordReset.notYou"),
  };
}

export function pinIssuedLetter({ t, fact, firstName, origin }: TemplateContext): LetterContent {
  const code = fact("code");
  return {
    title: t("pinIssued.title"),
    paragraphs: [
      ...(firstName ? [t("pinIssued.greeting", { firstName })] : []),
      t("pinIssued.pin", { code }),
      t("pinIssued.use", { link: origin }),
      t("pinIssued.once"),
      t("pinIssued.keep"),
    ],
    code,
    link: `${origin}/`,
  };
}
