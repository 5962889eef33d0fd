import type { Handler } from "@vestibule/vestibule/serve/backend.ts";

/**
 * Returns a `fetch` that calls a handler of this process, since a host name of the demo may not resolve here. It sends
 * the cookies of the request that causes the call, because one of them may choose the brand.
 */
export function inProcess(handler: Handler, cause: Request) {
  return async (url: string, options: object): Promise<Response> => {
    const request = new Request(url, options as RequestInit);
    request.headers.set("cookie", cause.headers.get("cookie") ?? "");
    request.headers.set("x-vestibule-origin", new URL(cause.url).origin);
    request.headers.set("x-vestibule-client-ip", cause.headers.get("x-vestibule-client-ip") ?? "");
    return handler.fetch(request);
  };
}
