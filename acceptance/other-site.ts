import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An application on loopback, at a port that it chooses when it starts. */
export const otherSite = {
  id: "native",
  client: {
    name: { en: "Native app", fr: "Application native" },
    type: "public",
    redirectUris: ["http://127.0.0.1/callback"],
    postLogoutRedirectUris: ["http://127.0.0.1/callback"],
    scopes: ["email"],
  },
};

/** An application of another company, at the same callback. */
export const partner = {
  id: "partner",
  client: {
    ...otherSite.client,
    name: { en: "Trip planner", fr: "Carnet de voyage" },
    scopes: ["email", "policies"],
    thirdParty: true,
  },
};

/**
 * A site on a loopback host and a free port that redirects `/callback` to `/done` of another host, and answers
 * every other path with the parameters that it received at the callback.
 */
export async function openOtherSite() {
  const received: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname !== "/callback") return response.setHeader("content-type", "text/html").end("<h1>Done</h1>");
    const body = (await request.setEncoding("utf8").toArray()).join("");
    received.push(new URLSearchParams(request.method === "POST" ? body : url.search));
    const { port } = server.address() as AddressInfo;
    return response.writeHead(303, { location: `http://other-site.localhost:${port}/done` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}
