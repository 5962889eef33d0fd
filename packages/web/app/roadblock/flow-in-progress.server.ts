import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { decodeJwt } from "jose";
import type { PortalSession } from "../session/portal-session.server.ts";
import { expiredLinkSlice, linkSlice } from "../shared-slices/link-slices.server.ts";
import { attemptedLoginIdSlice } from "../shared-slices/login-slices.server.ts";
import { recoverySlice } from "../shared-slices/recovery-slices.server.ts";
import {
  mailedLinkSlice,
  policyNumberRegistrationSlice,
  registrationSlice,
} from "../shared-slices/registration-slices.server.ts";

type Journey = Pick<SupportReferenceBody, "journey" | "handle" | "link">;

/** Finds the ids of each flow in the session. The flows are searched in this order. */
const idsOf = {
  link: (session) => {
    const token = session.get(linkSlice)?.token ?? session.get(expiredLinkSlice)?.token;
    return token === undefined ? undefined : { link: token };
  },
  recovery: (session) => byHandle(session.get(recoverySlice)?.id),
  registration: (session) => ofToken(session.get(registrationSlice)?.token),
  policyNumberRegistration: (session) => byHandle(session.get(policyNumberRegistrationSlice)?.id),
  mailedLink: (session) => byHandle(session.get(mailedLinkSlice)?.answeredQuestion.registrationId),
  login: (session) => byHandle(session.get(attemptedLoginIdSlice)),
} satisfies Record<string, (session: PortalSession) => Journey | undefined>;

/** Pages of a flow, which is then searched first. */
const flowOfPage: readonly { page: RegExp; flow: keyof typeof idsOf }[] = [
  { page: /^\/create-an-account/, flow: "registration" },
  { page: /^\/registration/, flow: "policyNumberRegistration" },
  { page: /^\/(forgot|verify|reset)/, flow: "recovery" },
  { page: /^\/(roadblock\/(forgot-password|temporary))?$/, flow: "login" },
];

/** Ids of the flow in progress, which are stored with a reference so that an agent finds the flow. */
export function flowInProgress(session: PortalSession, page = ""): Journey {
  const flowsOfPage = flowOfPage.filter((row) => row.page.test(page)).map(({ flow }) => idsOf[flow]);
  for (const findIds of [...flowsOfPage, ...Object.values(idsOf)]) {
    const journey = findIds(session);
    if (journey !== undefined) return journey;
  }
  return {};
}

/** The current page of the registration in the session. */
export function registrationPath(session: PortalSession): string | undefined {
  const attempt = session.get(policyNumberRegistrationSlice);
  if (attempt !== undefined) return policyNumberFlow[attempt.page].path;
  const token = session.get(registrationSlice)?.token;
  return token === undefined ? undefined : flow[decodeJwt<RegistrationTokenClaims>(token).page].path;
}

function byHandle(handle: string | undefined): Journey | undefined {
  return handle !== undefined && /^[A-Za-z0-9_-]{1,200}$/.test(handle) ? { handle } : undefined;
}

/** Reads the session id from a registration token; the signature is not verified here. */
function ofToken(token: string | undefined): Journey | undefined {
  if (token === undefined) return undefined;
  try {
    const { sid } = decodeJwt<{ sid?: unknown }>(token);
    return typeof sid === "string" && /^[0-9a-f-]{36}$/.test(sid) ? { journey: sid } : undefined;
  } catch {
    return undefined;
  }
}
