import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import type { RegistrationTestApi } from "../../../test/registration.ts";
import { newPortalSession, type SessionContents } from "../app/portal-slices.server.ts";
import { type PortalRequestContext, requestContextKey } from "../app/request/request-context.ts";
import { addCallHeaders } from "../src/call-headers.ts";

/** A browser's request context, its cookies in addition to the session, and the preferences that its pages saved. */
export interface PortalUser {
  requestContext: PortalRequestContext;
  cookies: Map<string, string>;
  preferred: { province?: ProvinceId; language?: Language }[];
}

/** The values of a browser's session, for another browser with the same cookie. */
export const copySession = ({ requestContext }: PortalUser): SessionContents =>
  structuredClone(requestContext.session.contents) as SessionContents;

/** A browser of a brand in front of the first test API; `session` is the content of its cookie. */
export function createPortalUser(
  testApi: RegistrationTestApi,
  about: { session?: SessionContents; brand?: string; province?: ProvinceId; language?: Language } = {},
): PortalUser {
  const { session = {}, brand = "belair", province = "qc", language = "fr" } = about;
  const found = testApi.deps.brands.byId(brand);
  if (found === undefined) throw new Error(`no brand ${brand}`);
  const preferred: PortalUser["preferred"] = [];
  const cookies = new Map<string, string>();
  const requestContext: PortalRequestContext = {
    brand: found,
    province,
    language,
    session: newPortalSession(session),
    provinceFrom: "choice",
    nonce: "",
    origin: `http://${brand}.localhost:3000`,
    mode: "demo",
    now: testApi.deps.clock.now(),
    cookies: {
      isEmpty: false,
      read: (name) => cookies.get(name),
      readSigned: (name) => cookies.get(name),
      open: async ({ name, schema }) => schema.safeParse(JSON.parse(cookies.get(name) ?? "null")).data,
      save: ({ name }, content) =>
        content === undefined ? cookies.delete(name) : cookies.set(name, JSON.stringify(content)),
      replaceGatewaySession: (id) => void cookies.set("PD-H-SESSION-ID", id),
    },
    prefer: (choice) => void preferred.push(choice),
    api: {
      fetch: (call) =>
        testApi.apis[0].fetch(
          addCallHeaders(call, { requestContext, clientIp: "203.0.113.7", userAgent: null, hasExperiment: false }),
        ),
    },
    maintenance: async () => ({ kind: "open" }),
    reportFault: (fault) => {
      throw fault;
    },
  };
  return { requestContext, cookies, preferred };
}

/** Moves the clock of the database and of this browser's pages. */
export async function moveMinutes(
  testApi: RegistrationTestApi,
  { requestContext }: PortalUser,
  minutes: number,
): Promise<void> {
  await testApi.moveClock(minutes * 60);
  requestContext.now = testApi.deps.clock.now();
}

export type CallResult<Data> = { kind: "rendered"; data: Data; status: number } | { kind: "redirected"; to: string };

/** The result of a request that is answered with a redirect. */
export const redirected = (to: string) => ({ kind: "redirected", to }) as const;

type Routed<Data> = (
  args: LoaderFunctionArgs & ActionFunctionArgs,
) => Promise<Data | Response | { data: Data; init: ResponseInit | null }>;

interface PageRequest {
  path: string;
  /** Parameters of the route. */
  params?: Record<string, string>;
  /** A form with files is sent as FormData. */
  form?: Record<string, string> | FormData;
  headers?: Record<string, string>;
}

/** Requests a URL, or posts a form to it: returns the loader's or action's response, thrown redirects included. */
export async function atPortal<Data>(
  { requestContext }: PortalUser,
  handler: Routed<Data>,
  { path, form, headers, params = {} }: PageRequest,
): Promise<CallResult<Data>> {
  const url = new URL(path, requestContext.origin);
  const encoded = form === undefined || form instanceof FormData ? form : new URLSearchParams(form);
  const body = encoded === undefined ? {} : { method: "POST", body: encoded };
  const context = new RouterContextProvider();
  context.set(requestContextKey, requestContext);
  const args = { request: new Request(url, { ...body, headers }), url, context, params, pattern: url.pathname };
  try {
    return read(await handler(args as never));
  } catch (thrown) {
    if (thrown instanceof Response) return read<Data>(thrown);
    throw thrown;
  }
}

function read<Data>(response: Data | Response | { data: Data; init: ResponseInit | null }): CallResult<Data> {
  if (response instanceof Response) return { kind: "redirected", to: response.headers.get("location") ?? "" };
  if (typeof response === "object" && response !== null && "init" in response)
    return { kind: "rendered", data: response.data, status: response.init?.status ?? 200 };
  return { kind: "rendered", data: response as Data, status: 200 };
}
