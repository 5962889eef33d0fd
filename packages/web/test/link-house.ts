import { linkClients, orderFor, orderLink } from "../../../test/links.ts";
import { createRegistrationTestApi, type RegistrationTestApi, type TestPerson } from "../../../test/registration.ts";
import { PortalBrowser, wholePortal } from "./portal-browser.ts";

type Order = Parameters<typeof orderFor>[1];

/** The whole portal before the real API, and the insurer's own system that orders links. */
export interface LinkTestApi {
  testApi: RegistrationTestApi;
  /** A browser that nobody has used. */
  browser: () => PortalBrowser;
  /** The query of a fresh link's address, and its token. */
  order: (person: TestPerson, more: Order) => Promise<{ query: string; token: string }>;
  /** A browser that has opened a fresh link, where it was led, and the link's token. */
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

/** A browser that arrives where another link has led before. */
export async function openIn(links: LinkTestApi, token: string): Promise<{ browser: PortalBrowser; page: string }> {
  const browser = links.browser();
  const { location } = await browser.open(`/?token=${token}`);
  return { browser, page: location ?? "" };
}
