import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { agentRequests } from "@vestibule/catalogue/support.table.ts";
import type { MailContent, SmsContent, TemplateContext } from "./message-content.port.ts";
import { happened, warningMail } from "./notice.message.ts";

/** `source` selects the reason, `action` the purpose. A missing translation does not compile. */
export function linkMail(context: TemplateContext): MailContent {
  const { t, fact, given, moment, link, firstName, unsubscribeUrl } = context;
  const source = oneOf([...linkSources, "none"], given("source") ?? "none");
  const action = oneOf(issuedLinkActions, fact("action"));
  const why = t(`link.${source}.why`);
  const once = t("shared.linkOnce", moment("linkEndsAt"));
  return {
    subject: t(`link.${action}.subject`),
    preheader: why,
    title: t(`link.${source}.title`),
    paragraphs: [...(firstName ? [t("shared.greeting", { firstName })] : []), why, t(`link.${action}.next`), once],
    inText: { [once]: t("shared.linkOnce.text", moment("linkEndsAt")) },
    button: { label: t(`link.${action}.button`), link: link() },
    ...(source === "mrkt" && unsubscribeUrl && { unsubscribe: { label: t("link.unsubscribe"), link: unsubscribeUrl } }),
    notYou: t("shared.notExpected"),
  };
}

/** Message of a new link that replaces an expired one, or a method that is locked after too many wrong passwords. */
export function lockedAccountMail({ t, given, moment, link }: TemplateContext): MailContent {
  const cause = given("cause") === "wrongPasswords" ? "wrongPasswords" : "ended";
  const once = t("shared.linkOnce", moment("linkEndsAt"));
  return {
    subject: t("lockedAccount.subject"),
    preheader: t(`lockedAccount.${cause}.preheader`),
    title: t("lockedAccount.title"),
    paragraphs: [t(`lockedAccount.${cause}.what`), once],
    inText: { [once]: t("shared.linkOnce.text", moment("linkEndsAt")) },
    button: { label: t("lockedAccount.button"), link: link() },
    notYou: t("shared.notExpected"),
  };
}

/** Notice to each contact on file. The button opens a confirmation page before it stops the request. */
export function linkRequestedMail({ t, fact, moment, link }: TemplateContext): MailContent {
  const action = oneOf(agentRequests, fact("action"));
  const { day, time } = moment("dueAt");
  return {
    subject: t(`linkRequested.${action}.subject`),
    preheader: t("linkRequested.preheader", { day, time }),
    title: t("linkRequested.title"),
    paragraphs: [t(`linkRequested.${action}.what`)],
    button: { label: t("linkRequested.button"), link: link() },
    after: [t(`linkRequested.${action}.when`, { day, time }), t("linkRequested.call")],
    notYou: t("linkRequested.you"),
  };
}

export function linkRequestedSms({ t, fact, moment, link }: TemplateContext): SmsContent {
  const action = oneOf(agentRequests, fact("action"));
  return {
    sentence: t(`linkRequested.${action}.sms`),
    link: link(),
    after: t("linkRequested.sms.when", moment("dueAt")),
  };
}

/** Notice to the previous e-mail. The button opens a confirmation page before it undoes the change. */
export function emailChangedUndoMail(context: TemplateContext): MailContent {
  const { t, moment, link } = context;
  const when = t("emailChangedUndo.when", moment("undoEndsAt"));
  return {
    subject: t("emailChanged.subject"),
    preheader: t("emailChangedUndo.preheader"),
    title: t("emailChanged.title"),
    paragraphs: [t("emailChanged.what"), happened(context), t("emailChanged.next")],
    button: { label: t("emailChangedUndo.button"), link: link() },
    after: [when],
    inText: { [when]: t("emailChangedUndo.when.text", moment("undoEndsAt")) },
    notYou: t("emailChangedUndo.call"),
    callsNow: true,
  };
}

/**
 * Notice to each contact that a method was removed. The button opens a confirmation page before it undoes the removal; a
 * contact that has not settled gets none.
 */
export function removalMail(id: "passkeyRemoved" | "authenticatorRemoved") {
  const withoutLink = warningMail(id);
  return (context: TemplateContext): MailContent => {
    const { t, given, moment, link } = context;
    if (given("link") === undefined) return withoutLink(context);
    const when = t("emailChangedUndo.when", moment("undoEndsAt"));
    return {
      subject: t(`${id}.subject`),
      preheader: t("emailChangedUndo.preheader"),
      title: t(`${id}.title`),
      paragraphs: [t(`${id}.what`), happened(context), t(`${id}.next`)],
      button: { label: t("emailChangedUndo.button"), link: link() },
      after: [when],
      inText: { [when]: t("emailChangedUndo.when.text", moment("undoEndsAt")) },
      notYou: t("emailChangedUndo.call"),
      callsNow: true,
    };
  };
}

function oneOf<Value extends string>(known: readonly Value[], candidate: string): Value {
  const value = known.find((one) => one === candidate);
  if (value === undefined) throw new Error("a link's message without sentences for its source or action");
  return value;
}
