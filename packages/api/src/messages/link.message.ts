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
export function linkMail({ say, fact, given, moment, link, firstName }: TemplateContext): MailContent {
  const source = sourceIn(given("source"));
  const action = actionIn(fact("action"));
  const why = say(`link.${source}.why`);
  return {
    subject: say(`link.${action}.subject`),
    preheader: why,
    title: say(`link.${source}.title`),
    paragraphs: [
      ...(firstName ? [say("shared.greeting", { firstName })] : []),
      why,
      say(`link.${action}.next`),
      say("shared.linkOnce", moment("linkEndsAt")),
    ],
    button: { label: say(`link.${action}.button`), link: link() },
    notYou: say("shared.notExpected"),
  };
}

/** A new link that replaces an expired one, or a method that is locked after too many wrong passwords. */
export function lockedAccountMail({ say, given, moment, link }: TemplateContext): MailContent {
  const cause = given("cause") === "wrongPasswords" ? "wrongPasswords" : "ended";
  return {
    subject: say("lockedAccount.subject"),
    preheader: say(`lockedAccount.${cause}.preheader`),
    title: say("lockedAccount.title"),
    paragraphs: [say(`lockedAccount.${cause}.what`), say("shared.linkOnce", moment("linkEndsAt"))],
    button: { label: say("lockedAccount.button"), link: link() },
    notYou: say("shared.notExpected"),
  };
}

/**
 * To each contact on file, without the requested e-mail. The button opens a confirmation page before it stops the
 * request.
 */
export function linkRequestedMail({ say, fact, moment, link }: TemplateContext): MailContent {
  const action = agentActionIn(fact("action"));
  const { day, time } = moment("dueAt");
  return {
    subject: say(`linkRequested.${action}.subject`),
    preheader: say("linkRequested.preheader", { day, time }),
    title: say("linkRequested.title"),
    paragraphs: [say(`linkRequested.${action}.what`)],
    button: { label: say("linkRequested.button"), link: link() },
    after: [say("linkRequested.when", { day, time }), say("linkRequested.call")],
    notYou: say("linkRequested.you"),
  };
}

export function linkRequestedSms({ say, fact, moment, link }: TemplateContext): SmsContent {
  const action = agentActionIn(fact("action"));
  return {
    sentence: say(`linkRequested.${action}.sms`),
    link: link(),
    after: say("linkRequested.sms.when", moment("dueAt")),
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
