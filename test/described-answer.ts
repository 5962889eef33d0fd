import type { buildApi } from "@vestibule/api/build-api.ts";

type Api = ReturnType<typeof buildApi>;
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
export async function askDescribed(api: Api, request: Request): Promise<Response> {
  const answer = await api.fetch(request);
  description ??= describedBy(api);
  const { paths } = await description;
  const { pathname } = new URL(request.url);
  const calls = Object.entries(paths).filter(([template]) => isAt(pathname, template));
  // A path outside the API.
  if (calls.length === 0 && answer.status === 404) return answer;
  const described = calls
    .map(([, methods]) => methods[request.method.toLowerCase()]?.responses[answer.status])
    .find((response) => response !== undefined);
  const text = await answer.clone().text();
  const { errorCode = "" } = (text === "" ? {} : JSON.parse(text)) as { errorCode?: number };
  if (!described?.description.includes(String(errorCode)))
    throw new Error(`${pathname} answered ${answer.status} ${errorCode}, which its description does not name`);
  return answer;
}

function isAt(pathname: string, template: string): boolean {
  const parts = template.split("/");
  const asked = pathname.split("/");
  return parts.length === asked.length && parts.every((part, index) => part.startsWith("{") || part === asked[index]);
}
