import { linkClients, orderFor, orderLink } from "../../../test/links.ts";
import { openTestApi } from "../../../test/open-test-api.ts";
import type { TestPerson } from "../../../test/registration.ts";
import { PortalBrowser, wholePortal } from "./portal-browser.ts";

type Order = Parameters<typeof orderFor>[1];

export type LinkTestApi = Awaited<ReturnType<typeof openLinkTestApi>>;

/** The whole portal with the real API, and the insurer's system that orders links. */
export async function openLinkTestApi() {
  const testApi = await openTestApi();
  const portal = await wholePortal(testApi);
  const { api } = linkClients(testApi);
  /** A new browser without cookies. */
  const browser = () => new PortalBrowser(portal);
  /** Query string of a fresh link, and its token. */
  const order = async (person: TestPerson, more: Order) => {
    const { status, json } = await orderLink(api, orderFor(person, more));
    if (status !== 201) throw new Error(`no link was issued: ${status} ${JSON.stringify(json)}`);
    return { query: new URL(json.url).search, token: json.token };
  };
  return {
    testApi,
    browser,
    order,
    /** A browser that has opened a fresh link, the page it was redirected to, and the link's token. */
    arrive: async (person: TestPerson, more: Order) => {
      const { query, token } = await order(person, more);
      const fresh = browser();
      const { location } = await fresh.open(`/${query}`);
      return { browser: fresh, token, page: (location ?? "").replace(/\?.*/, "") };
    },
  };
}

/** A new browser that opens the given link. */
export async function openIn(links: LinkTestApi, token: string): Promise<{ browser: PortalBrowser; page: string }> {
  const browser = links.browser();
  const { location } = await browser.open(`/?token=${token}`);
  return { browser, page: location ?? "" };
}
