import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { decodeJwt } from "jose";

type Journey = Pick<SupportReferenceBody, "journey" | "handle" | "link">;

/** What a session has of the flows that have an id or a token at the API. */
interface IdentifiedFlows {
  link?: { token: string } | undefined;
  expiredLink?: { token: string } | undefined;
  recovery?: { id: string } | undefined;
  registration?: { token: string } | undefined;
  policyNumberRegistration?: { id: string } | undefined;
  mailedLink?: { answeredQuestion: { registrationId: string } } | undefined;
  attemptedLoginId?: string | undefined;
}

/** Finds the ids of each flow in the session. The flows are searched in this order. */
const idsOf = {
  link: ({ link, expiredLink }) => {
    const token = link?.token ?? expiredLink?.token;
    return token === undefined ? undefined : { link: token };
  },
  recovery: ({ recovery }) => byHandle(recovery?.id),
  registration: ({ registration }) => registration && ofToken(registration.token),
  policyNumberRegistration: ({ policyNumberRegistration }) => byHandle(policyNumberRegistration?.id),
  mailedLink: ({ mailedLink }) => byHandle(mailedLink?.answeredQuestion.registrationId),
  login: ({ attemptedLoginId }) => byHandle(attemptedLoginId),
} satisfies Record<string, (session: IdentifiedFlows) => Journey | undefined>;

/** Pages of a flow, which is then searched first. */
const flowOfPage: readonly { page: RegExp; flow: keyof typeof idsOf }[] = [
  { page: /^\/create-an-account/, flow: "registration" },
  { page: /^\/registration/, flow: "policyNumberRegistration" },
  { page: /^\/(forgot|verify|reset)/, flow: "recovery" },
  { page: /^\/(roadblock\/(forgot-password|temporary))?$/, flow: "login" },
];

/** Ids of the flow in progress, which are stored with a reference so that an agent finds the flow. */
export function flowInProgress(session: IdentifiedFlows, page = ""): Journey {
  const flowsOfPage = flowOfPage.filter((row) => row.page.test(page)).map(({ flow }) => idsOf[flow]);
  for (const findIds of [...flowsOfPage, ...Object.values(idsOf)]) {
    const journey = findIds(session);
    if (journey !== undefined) return journey;
  }
  return {};
}

function byHandle(handle: string | undefined): Journey | undefined {
  return handle !== undefined && /^[A-Za-z0-9_-]{1,200}$/.test(handle) ? { handle } : undefined;
}

/** Reads the session id from a registration token; the signature is not verified here. */
function ofToken(token: string): Journey | undefined {
  try {
    const { sid } = decodeJwt<{ sid?: unknown }>(token);
    return typeof sid === "string" && /^[0-9a-f-]{36}$/.test(sid) ? { journey: sid } : undefined;
  } catch {
    return undefined;
  }
}
