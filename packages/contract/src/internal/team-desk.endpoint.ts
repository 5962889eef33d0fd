import { languages } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { teamCall, teamSessionErrors } from "./agent-session.schema.ts";
import { letterRequest, serviceErrors } from "./insurer-system.endpoint.ts";
import { linkRequestResponse } from "./support-desk.schema.ts";
import { namedBrand } from "./team-people.endpoint.ts";

const common = { ...teamCall, description: "Needs the role operate." } as const;
const count = z.int().min(0);
const text = z.record(z.enum(languages), z.string());
const named = z.array(namedBrand);

/** `answer`: `signedIn`, `logout` or `accepted`; else `status-` and a status, `late`, or the code of another failure. */
const answer = z.strictObject({ isGood: z.boolean(), answer: z.string(), at: z.iso.datetime() });
/** What the portal sends, counts and is connected to. */
const portalState = z.strictObject({
  brands: named,
  queues: z.array(z.strictObject({ queue: z.string(), count, ageSeconds: z.number().min(0) })),
  /** Limits that stopped someone in the last hour, and how often. */
  limits: z.array(z.strictObject({ limit: z.string(), count })),
  /** Since when the first secret of each setting is in use. */
  keys: z.array(z.strictObject({ setting: z.string(), since: z.iso.datetime() })),
  applications: z.array(z.strictObject({ brand: z.string(), id: z.string(), name: text, answers: z.array(answer) })),
  webhooks: z.array(
    z.strictObject({
      id: z.string(),
      waiting: count,
      parked: count,
      /** Waiting time of the oldest event. */
      ageSeconds: z.number().min(0),
      answers: z.array(answer),
    }),
  ),
});
export type PortalState = z.infer<typeof portalState>;

/** What `vestibule doctor` finds. `certificateUntil`: until when the certificate of the subject is valid. */
const finding = z.strictObject({
  state: z.enum(["ok", "warning", "fault"]),
  subject: text,
  detail: text,
  certificateUntil: z.iso.datetime().optional(),
});
export type Finding = z.infer<typeof finding>;

/** What waits for people, and what the portal is connected to, for the digital team's page. */
export const teamDeskEndpoints = {
  letters: {
    ...common,
    method: "GET",
    path: "/internal/v1/team/letters",
    summary: "List the letters to print, of every brand",
    responses: {
      200: {
        description: "Oldest first, at most 100",
        body: z.strictObject({ letters: z.array(letterRequest), brands: named }),
      },
    },
    errors: serviceErrors(teamSessionErrors),
  },
  markPrinted: {
    ...common,
    method: "POST",
    path: "/internal/v1/team/letters/{id}/printed",
    params: z.object({ id: z.uuid() }),
    summary: "Mark a letter as printed",
    responses: { 204: { description: "Marked" } },
    errors: serviceErrors({ ...teamSessionErrors, 404: "1404: no open request has this id" }),
  },
  linkRequests: {
    ...common,
    method: "GET",
    path: "/internal/v1/team/link-requests",
    summary: "List requests of agents that wait for a second agent, of every brand",
    responses: {
      200: {
        description: "Those due first, at most 100, with masked e-mails",
        body: z.strictObject({
          requests: z.array(linkRequestResponse.extend({ brand: z.string() })),
          brands: named,
        }),
      },
    },
    errors: serviceErrors(teamSessionErrors),
  },
  state: {
    ...common,
    method: "GET",
    path: "/internal/v1/team/state",
    summary: "Read queues, reached limits, keys with their age, and the last answers of applications and webhooks",
    responses: { 200: { description: "The state", body: portalState } },
    errors: serviceErrors(teamSessionErrors),
  },
  check: {
    ...common,
    method: "POST",
    path: "/internal/v1/team/checks",
    summary: "Check what a server needs, as `vestibule doctor` does",
    responses: {
      200: { description: "Faults first", body: z.strictObject({ findings: z.array(finding) }) },
    },
    errors: serviceErrors({
      ...teamSessionErrors,
      429: "1429: too many checks in a short time; Retry-After has the seconds to wait",
      503: "1503: the check takes too long",
    }),
  },
} as const satisfies Record<string, Endpoint>;
