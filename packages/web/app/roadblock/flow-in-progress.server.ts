import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { decodeJwt } from "jose";
import type { PortalSession } from "../portal-session.server.ts";

type Journey = Pick<SupportReferenceBody, "journey" | "handle" | "link">;
type FlowState = "registration" | "policyNumberRegistration" | "link" | "recovery" | "mailedLink" | "login";

const anywhere: readonly FlowState[] = [
  "link",
  "recovery",
  "registration",
  "policyNumberRegistration",
  "mailedLink",
  "login",
];
/** Pages that identify the flow, whatever else the session contains. */
const byPage: readonly { page: RegExp; exit: FlowState }[] = [
  { page: /^\/create-an-account/, exit: "registration" },
  { page: /^\/registration/, exit: "policyNumberRegistration" },
  { page: /^\/(forgot|verify|reset)/, exit: "recovery" },
  { page: /^\/(roadblock\/(forgot-password|temporary))?$/, exit: "login" },
];

/** The flow in progress, as the session ids by which an agent finds it through a reference. */
export function flowInProgress(session: PortalSession, page = ""): Journey {
  const first = byPage.filter((row) => row.page.test(page)).map(({ exit }) => exit);
  for (const exit of [...first, ...anywhere]) {
    const journey = exits[exit](session);
    if (journey !== undefined) return journey;
  }
  return {};
}

const exits: Record<FlowState, (session: PortalSession) => Journey | undefined> = {
  registration: ({ registration }) => registration && ofToken(registration.token),
  policyNumberRegistration: ({ policyNumberRegistration }) => byHandle(policyNumberRegistration?.id),
  link: ({ link, expiredLink }) => {
    const token = link?.token ?? expiredLink?.token;
    return token === undefined ? undefined : { link: token };
  },
  recovery: ({ recovery }) => byHandle(recovery?.id),
  mailedLink: ({ mailedLink }) => byHandle(mailedLink?.answeredQuestion.registrationId),
  login: ({ attemptedLoginId }) => byHandle(attemptedLoginId),
};

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
