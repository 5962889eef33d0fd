/**
 * Calls the API on another host from a web-only server. The request's context is sent in a proxy's forwarded headers,
 * which the other host accepts when TRUSTED_PROXIES names this one and TRUST_FORWARDED_HOST is set.
 */
export function remoteApi(apiUrl: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const origin = URL.parse(headers.get("x-vestibule-origin") ?? "");
    const clientIp = headers.get("x-vestibule-address") ?? "unknown";
    for (const name of ["x-vestibule-origin", "x-vestibule-address"]) headers.delete(name);
    headers.set("x-forwarded-for", clientIp.replace(/\/64$/, ""));
    if (origin !== null) {
      headers.set("x-forwarded-proto", origin.protocol.slice(0, -1));
      headers.set("x-forwarded-host", origin.host);
    }
    return fetch(new URL(`${pathname}${search}`, apiUrl), { ...whole(request), headers });
  };
}

function whole({ method, signal, redirect, body }: Request): RequestInit & { duplex?: "half" } {
  return body === null ? { method, signal, redirect } : { method, signal, redirect, body, duplex: "half" };
}
