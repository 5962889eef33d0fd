import {
  type IssuedLinkAction,
  issuedLinkActions,
  type LinkSource,
  linkSources,
} from "@vestibule/catalogue/link.table.ts";
import { type AgentLink, agentLinks } from "@vestibule/catalogue/support.table.ts";
import type { MailContent, SmsContent, TemplateContext } from "./message-content.port.ts";

/**
 * Message of a link: `source` selects the reason, `action` the purpose. The keys are composed, so a missing translation
 * does not compile.
 */
export function linkMail({ t, fact, given, moment, link, firstName }: TemplateContext): MailContent {
  const source = sourceIn(given("source"));
  const action = actionIn(fact("action"));
  const why = t(`link.${source}.why`);
  return {
    subject: t(`link.${action}.subject`),
    preheader: why,
    title: t(`link.${source}.title`),
    paragraphs: [
      ...(firstName ? [t("shared.greeting", { firstName })] : []),
      why,
      t(`link.${action}.next`),
      t("shared.linkOnce", moment("linkEndsAt")),
    ],
    button: { label: t(`link.${action}.button`), link: link() },
    notYou: t("shared.notExpected"),
  };
}

/** A new link that replaces an expired one, or a method that is locked after too many wrong passwords. */
export function lockedAccountMail({ t, given, moment, link }: TemplateContext): MailContent {
  const cause = given("cause") === "wrongPasswords" ? "wrongPasswords" : "ended";
  return {
    subject: t("lockedAccount.subject"),
    preheader: t(`lockedAccount.${cause}.preheader`),
    title: t("lockedAccount.title"),
    paragraphs: [t(`lockedAccount.${cause}.what`), t("shared.linkOnce", moment("linkEndsAt"))],
    button: { label: t("lockedAccount.button"), link: link() },
    notYou: t("shared.notExpected"),
  };
}

/**
 * To each contact on file, without the requested e-mail. The button opens a confirmation page before it stops the
 * request.
 */
export function linkRequestedMail({ t, fact, moment, link }: TemplateContext): MailContent {
  const action = agentActionIn(fact("action"));
  const { day, time } = moment("dueAt");
  return {
    subject: t(`linkRequested.${action}.subject`),
    preheader: t("linkRequested.preheader", { day, time }),
    title: t("linkRequested.title"),
    paragraphs: [t(`linkRequested.${action}.what`)],
    button: { label: t("linkRequested.button"), link: link() },
    after: [t("linkRequested.when", { day, time }), t("linkRequested.call")],
    notYou: t("linkRequested.you"),
  };
}

export function linkRequestedSms({ t, fact, moment, link }: TemplateContext): SmsContent {
  const action = agentActionIn(fact("action"));
  return {
    sentence: t(`linkRequested.${action}.sms`),
    link: link(),
    after: t("linkRequested.sms.when", moment("dueAt")),
  };
}

/** To the e-mail before a change in the account. The button opens a confirmation page before it undoes the change. */
export function emailChangedUndoMail({ t, moment, link }: TemplateContext): MailContent {
  return {
    subject: t("emailChanged.subject"),
    preheader: t("emailChangedUndo.preheader"),
    title: t("emailChanged.title"),
    paragraphs: [t("emailChanged.what"), t("emailChanged.next")],
    button: { label: t("emailChangedUndo.button"), link: link() },
    after: [t("emailChangedUndo.when", moment("undoEndsAt"))],
    notYou: t("shared.callNow"),
    callsNow: true,
  };
}

function sourceIn(given: string | undefined): LinkSource | "none" {
  if (given === undefined) return "none";
  const source = linkSources.find((one) => one === given);
  if (!source) throw new Error("a link's message from a source that has no sentences");
  return source;
}

function actionIn(given: string): IssuedLinkAction {
  const action = issuedLinkActions.find((one) => one === given);
  if (!action) throw new Error("a link's message for an action that no link has");
  return action;
}

function agentActionIn(given: string): AgentLink {
  const action = agentLinks.find((one) => one === given);
  if (!action) throw new Error("a request for a link that agents do not send");
  return action;
}
