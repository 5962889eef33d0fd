import type { MailContent, TemplateContext } from "./message-content.port.ts";

type Warning =
  | "passwordChanged"
  | "secondFactorGuessed"
  | "newBrowser"
  | "policyAdded"
  | "policyInOtherAccount"
  | "contactAdded"
  | "passkeyAdded"
  | "passkeyKept"
  | "passkeyRemoved"
  | "changePutBack"
  | "passkeyBlocked"
  | "authenticatorAdded"
  | "authenticatorRemoved"
  | "recoveryCodesMade"
  | "removalUndone"
  | "emailChangeAsked"
  | "emailChanged"
  | "emailChangeUndone"
  | "accountClosed"
  | "accountFrozen";

/** A notice with a button to a page of the portal. It contains no personal data. */
export function noticeMail(id: "alreadyRegistered" | "passwordDisabled" | "noAccount", path: `/${string}`) {
  return (context: TemplateContext): MailContent => {
    const { t, given, page } = context;
    // The link that the person asked to replace may have gone to another e-mail.
    const cause = given("cause") === "link" ? t("alreadyRegistered.link.what") : t(`${id}.what`);
    return {
      subject: t(`${id}.subject`),
      preheader: t(`${id}.preheader`),
      title: t(`${id}.title`),
      paragraphs: [cause, id === "passwordDisabled" ? lastTry(context) : requested(context), t(`${id}.next`)],
      button: { label: t(`${id}.button`), link: page(path) },
      notYou: t(`${id}.notYou`),
    };
  };
}

/**
 * Notice of a change of the password, a policy, a passkey, the e-mail or the account, sent to the e-mail from before the change.
 * It has neither a button nor the new e-mail: a recipient who did not make the change should call, and phishing would
 * imitate a link in such a message.
 */
export function warningMail(id: Warning, callNow: "shared.callNow" | "passkeyBlocked.callNow" = "shared.callNow") {
  return (context: TemplateContext): MailContent => ({
    subject: context.t(`${id}.subject`),
    preheader: context.t(`${id}.preheader`),
    title: context.t(`${id}.title`),
    paragraphs: [context.t(`${id}.what`), happened(context), context.t(`${id}.next`)],
    notYou: context.t(callNow),
    callsNow: true,
  });
}

/** Says when the change happened and, where it is known, in which browser. */
export function happened({ t, queued, device }: TemplateContext): string {
  return device === undefined ? t("shared.happened", queued) : t("shared.happenedOn", { ...queued, device });
}

/** Says when the request was made and, where it is known, in which browser. */
export function requested({ t, queued, device }: TemplateContext): string {
  return device === undefined ? t("shared.requested", queued) : t("shared.requestedOn", { ...queued, device });
}

function lastTry({ t, queued, device }: TemplateContext): string {
  return device === undefined
    ? t("passwordDisabled.last", queued)
    : t("passwordDisabled.lastOn", { ...queued, device });
}

/** Notice that a recovery code was used, with the number of those left. */
export function recoveryCodeUsedMail(context: TemplateContext): MailContent {
  const { t, fact } = context;
  return {
    subject: t("recoveryCodeUsed.subject"),
    preheader: t("recoveryCodeUsed.preheader"),
    title: t("recoveryCodeUsed.title"),
    paragraphs: [t("recoveryCodeUsed.what"), happened(context), t("recoveryCodeUsed.left", { count: fact("left") })],
    notYou: t("shared.callNow"),
    callsNow: true,
  };
}

export function welcomeMail({ t, firstName, page }: TemplateContext): MailContent {
  return {
    subject: t("welcome.subject"),
    preheader: t("welcome.preheader"),
    title: firstName ? t("welcome.titleWithName", { firstName }) : t("welcome.title"),
    paragraphs: [t("welcome.what")],
    button: { label: t("welcome.button"), link: page("/") },
    notYou: t("shared.callNow"),
    callsNow: true,
  };
}
