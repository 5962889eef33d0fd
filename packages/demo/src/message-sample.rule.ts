import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { type IssuedLinkAction, type LinkSource, linkSources } from "@vestibule/catalogue/link.table.ts";
import { type Channel, type NotificationId, notifications } from "@vestibule/catalogue/notification.table.ts";
import { type AgentRequest, waiverRequest } from "@vestibule/catalogue/support.table.ts";
import { samplePerson } from "@vestibule/vestibule/screens/sample-person.rule.ts";
import type { DemoRequestContext } from "./request-context.rule.ts";

/** A sample message. Links have one per source, since their wording differs by source. */
export interface MessageSample {
  id: string;
  notification: NotificationId;
  channel: Channel;
  link: { source: LinkSource | undefined; action: IssuedLinkAction } | undefined;
  /** For a message to the contacts on file: what was requested. */
  request?: AgentRequest;
  /** For a new link: why the previous one ended, unless it expired. */
  cause?: "wrongPasswords";
  /** For the end of a driver's request, to the policyholder. */
  answer?: "approved" | "refused" | "expired";
}

/** The action for which each system usually sends a link. */
const usualActions: Record<LinkSource, IssuedLinkAction> = {
  edoc: "DEFPWD_REGISTER",
  BA: "ASKUSERNAME",
  mrkt: "DEFPWD_REGISTER",
  crm3: "ASKPASSWORD",
  crm3_welcome_agencies: "DEFPWD_REGISTER",
  crm3_welcome: "DEFPWD_REGISTER",
  crm3_reset: "RESETPWD_LOGIN",
  app: "ASKPASSWORD",
};

/** Every message on each of its channels. */
export const messageSamples: readonly MessageSample[] = idsOf(notifications).flatMap((notification) =>
  notifications[notification].channels.flatMap((channel: Channel): MessageSample[] => {
    const id = channel === "EMAIL" ? notification : `${notification}-${channel.toLowerCase()}`;
    const sample = { id, notification, channel, link: undefined };
    if (notification === "linkRequested") return requestSamples(sample);
    if (notification === "lockedAccount")
      return [sample, { ...sample, id: `${id}-wrong-passwords`, cause: "wrongPasswords" }];
    if (notification === "householdAnswered")
      return [
        { ...sample, answer: "approved" },
        { ...sample, id: `${id}-refused`, answer: "refused" },
        { ...sample, id: `${id}-expired`, answer: "expired" },
      ];
    return notification === "link" ? linkSamples(sample) : [sample];
  }),
);

function linkSamples(sample: MessageSample): MessageSample[] {
  const fromSources = linkSources.map((source) => ({
    ...sample,
    id: `${sample.id}-${source}`,
    link: { source, action: usualActions[source] },
  }));
  return [{ ...sample, link: { source: undefined, action: "DEFPWD_REGISTER" } }, ...fromSources];
}

function requestSamples(sample: MessageSample): MessageSample[] {
  const toCreate = { ...sample, id: `${sample.id}-new-account`, request: "DEFPWD_REGISTER" as const };
  const toSetUp = { ...sample, id: `${sample.id}-second-factor`, request: waiverRequest } as const;
  return [{ ...sample, request: "RESETPWD_LOGIN" }, toCreate, toSetUp];
}

export function sampleTitle({ notification, channel, link }: MessageSample, { t }: DemoRequestContext): string {
  const title = t(`message.${notification}`);
  return link?.source ? `${title} (${link.source})` : `${title} (${t(`outbox.${channel}`)})`;
}

/** Facts for any message; a template uses those that it names. */
export function sampleFacts(
  { notification, link, request, cause, answer }: MessageSample,
  { origin, province, now }: SampleLocale,
): Record<string, string> {
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  return {
    code: notification === "pinIssued" ? samplePerson.pin : samplePerson.code,
    firstName: samplePerson.firstName,
    browser: "chrome",
    system: "windows",
    origin,
    province,
    link: `${origin}/?token=${samplePerson.sessionId}`,
    codeEndsAt: inMinutes(10),
    linkEndsAt: inMinutes(1440),
    undoEndsAt: inMinutes(72 * 60),
    left: "9",
    ...(notification === "secondFactorCode" && {
      link: `${origin}/this-wasnt-me?login=${samplePerson.sessionId}`,
    }),
    ...(notification === "householdRequested" && {
      link: `${origin}/household-request?request=${samplePerson.sessionId}`,
      dueAt: inMinutes(72 * 60),
    }),
    ...(answer && { answer }),
    ...(cause && { cause }),
    ...(link && { action: link.action }),
    ...(request && {
      link: `${origin}/stop-request?request=${samplePerson.sessionId}`,
      action: request,
      dueAt: inMinutes(1440),
    }),
    ...(link?.source && { source: link.source }),
  };
}

export interface SampleLocale {
  origin: string;
  province: string;
  now: Date;
}
