import type { buildApi } from "@vestibule/api/build-api.ts";

type Api = ReturnType<typeof buildApi>;

/** A caller of the default brand from this client IP. */
export const callerFrom = (clientIp: string) => ({
  apiKey: "belair",
  province: "qc",
  language: "fr",
  headers: { "x-vestibule-client-ip": clientIp, "x-vestibule-origin": "http://belair.localhost:3000" },
});

/** Sends requests to each server in turn. */
export function alternating(apis: readonly Api[]): (request: Request) => Promise<Response> {
  let turn = 0;
  return (request) => callDescribed(apis[turn++ % apis.length] as Api, request);
}

type Responses = Record<string, { description: string }>;
interface Described {
  paths: Record<string, Record<string, { responses: Responses }>>;
}

/** Read once, because the description depends only on the routes and is the same for every test API. */
let description: Promise<Described> | undefined;
const describedBy = async (api: Api): Promise<Described> => (await api.request("/api/openapi.json")).json();

/**
 * Calls a server and checks the response against its API description, which must name the call, the status and the
 * error number.
 */
export async function callDescribed(api: Api, request: Request): Promise<Response> {
  const passkeyResponse = await api.fetch(request);
  description ??= describedBy(api);
  const { paths } = await description;
  const { pathname } = new URL(request.url);
  const calls = Object.entries(paths).filter(([template]) => isAt(pathname, template));
  // A path outside the API.
  if (calls.length === 0 && passkeyResponse.status === 404) return passkeyResponse;
  const described = calls
    .map(([, methods]) => methods[request.method.toLowerCase()]?.responses[passkeyResponse.status])
    .find((response) => response !== undefined);
  const text = await passkeyResponse.clone().text();
  const { errorCode = "" } = (text === "" ? {} : JSON.parse(text)) as { errorCode?: number };
  if (!described?.description.includes(String(errorCode)))
    throw new Error(`${pathname} answered ${passkeyResponse.status} ${errorCode}, which its description does not name`);
  return passkeyResponse;
}

function isAt(pathname: string, template: string): boolean {
  const parts = template.split("/");
  const requested = pathname.split("/");
  return (
    parts.length === requested.length && parts.every((part, index) => part.startsWith("{") || part === requested[index])
  );
}
