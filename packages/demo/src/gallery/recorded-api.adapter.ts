import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import { type RegistrationEndpoint, registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { registrationBase } from "@vestibule/contract/v2/registration.schema.ts";
import type { RecordedState, Stage } from "./stage.ts";

const recordings = resolve(import.meta.dirname, "../../../contract/examples/registration");

interface Recording {
  status: number;
  body: Record<string, unknown>;
  retryAfterSeconds?: number;
}

/**
 * API that returns recorded registration responses for one state and passes other calls to the real API. It prefers the
 * page recorded for the state, and its times are replaced by those of a new registration.
 */
export function recordedApi(from: {
  state: RecordedState | undefined;
  /** Response of API v1 about accounts. */
  account: Stage["answer"];
  /** Response about an agent's session. */
  agentSession: Stage["agentSession"];
  /** The reference issued to any screen; undefined: none can be issued. */
  reference: string | undefined;
  now: Date;
  /** Set where the screen is shown at another date than today. */
  hours: HoursAnswer | undefined;
  apiFetch: typeof fetch;
}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === helpEndpoints.supportReference.path)
      return from.reference === undefined
        ? new Response(null, { status: 429 })
        : Response.json({ code: from.reference });
    if (from.hours !== undefined && pathname === helpEndpoints.hours.path) return Response.json(from.hours);
    if (from.agentSession !== undefined && pathname.startsWith(agentSessionEndpoints.signIn.path)) {
      const { read, signIn = read } = from.agentSession;
      const answer = request.method === "POST" ? signIn : read;
      return Response.json(answer.body, answer);
    }
    if (from.account !== undefined && isAnswered(pathname)) return Response.json(from.account.body, from.account);
    if (!pathname.startsWith(registrationBase)) return from.apiFetch(request);
    const call = calls.find((name) => isCall(name, { method: request.method, path: pathname }));
    const { status, body, retryAfterSeconds } = await recordingOf(call, from.state);
    const told = call === "page" ? { ...body, ...timesOf(body, from.now), ...from.state?.differs } : body;
    return Response.json(told, {
      status,
      ...(retryAfterSeconds && { headers: { "retry-after": `${retryAfterSeconds}` } }),
    });
  };
}

/** Calls that a fixture answers: about accounts, and those of the agents' page. */
function isAnswered(pathname: string): boolean {
  return /^\/(api\/v1\/(accounts|registrations|stop-links)|internal\/v1\/(support|support-search|link-requests))\b/.test(
    pathname,
  );
}

const calls = Object.keys(registrationEndpoints) as RegistrationEndpoint[];

function isCall(name: RegistrationEndpoint, asked: { method: string; path: string }): boolean {
  const { method, path } = registrationEndpoints[name];
  return method === asked.method && path === asked.path;
}

async function recordingOf(
  call: RegistrationEndpoint | undefined,
  state: RecordedState | undefined,
): Promise<Recording> {
  if (state === undefined) throw new Error("the screen is none of registration's");
  const { page, variants, error, refusal } = state;
  if (call === "page") {
    const own = variants.map((variant) => `page.${page}.${variant}`);
    return read(own.find(isRecorded) ?? `page.${page}`);
  }
  // A GET has its own recorded response; a submitted form gets the recorded error.
  const isAsked = call !== undefined && registrationEndpoints[call].method === "GET";
  if (isAsked) return read(`call.${call}`);
  const { status, body, ...rest } = await read(`error.${error}`);
  return { ...rest, status, body: { ...body, ...refusal } };
}

const fileOf = (name: string) => resolve(recordings, `${name}.json`);
const isRecorded = (name: string) => existsSync(fileOf(name));

async function read(name: string): Promise<Recording> {
  return JSON.parse(await readFile(fileOf(name), "utf8"));
}

/** A registration that began two minutes ago, and a code sent as the page opens. */
function timesOf(body: Recording["body"], now: Date) {
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
  const times = {
    endsAt: inSeconds((ttl.registrationAbsoluteMinutes - 2) * 60),
    sentAt: inSeconds(0),
    resendAvailableAt: inSeconds(ttl.resendWaitSeconds),
  };
  return Object.fromEntries(Object.entries(times).filter(([name]) => name in body));
}
