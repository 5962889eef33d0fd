import { linkClients, orderFor, orderLink } from "../../../test/links.ts";
import { createRegistrationTestApi, type RegistrationTestApi, type TestPerson } from "../../../test/registration.ts";
import { PortalBrowser, wholePortal } from "./portal-browser.ts";

type Order = Parameters<typeof orderFor>[1];

/** The whole portal with the real API, and the insurer's system that orders links. */
export interface LinkTestApi {
  testApi: RegistrationTestApi;
  /** A new browser without cookies. */
  browser: () => PortalBrowser;
  /** Query string of a fresh link, and its token. */
  order: (person: TestPerson, more: Order) => Promise<{ query: string; token: string }>;
  /** A browser that has opened a fresh link, the page it was redirected to, and the link's token. */
  arrive: (person: TestPerson, more: Order) => Promise<{ browser: PortalBrowser; token: string; page: string }>;
}

export async function createLinkTestApi(): Promise<LinkTestApi> {
  const testApi = await createRegistrationTestApi();
  const portal = await wholePortal(testApi);
  const { api } = linkClients(testApi);
  const browser = () => new PortalBrowser(portal);
  const order: LinkTestApi["order"] = async (person, more) => {
    const { status, json } = await orderLink(api, orderFor(person, more));
    if (status !== 201) throw new Error(`no link was issued: ${status} ${JSON.stringify(json)}`);
    return { query: new URL(json.url).search, token: json.token };
  };
  return {
    ...{ testApi, browser, order },
    arrive: async (person, more) => {
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
