import { type AgentLink, agentLinks } from "@vestibule/catalogue/support.table.ts";
import type { MailContent, SmsContent, TemplateContext } from "./message-content.port.ts";

/**
 * To each contact on file, without the requested e-mail. The button opens a confirmation page before it stops the
 * request.
 */
export function linkRequestedMail({ say, fact, moment, link }: TemplateContext): MailContent {
  const action = actionIn(fact("action"));
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
  const action = actionIn(fact("action"));
  return {
    sentence: say(`linkRequested.${action}.sms`),
    link: link(),
    after: say("linkRequested.sms.when", moment("dueAt")),
  };
}

function actionIn(given: string): AgentLink {
  const action = agentLinks.find((one) => one === given);
  if (!action) throw new Error("a request for a link that agents do not send");
  return action;
}
