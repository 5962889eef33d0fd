import { Application, follow, publicClient } from "@vestibule/api/gateway/test/application.ts";
import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { call, fetchFrom, type HttpResponse, portalOrigin } from "./http.ts";
import { password } from "./people.ts";
import { createBody, nextHolderOf, Registrant, RejectedCall, requestReset, signIn, wrongPassword } from "./person.ts";
import type { Portal } from "./portal.ts";

/** A request of a person; a registration, whole or abandoned at its code, is several calls. */
export type RequestKind =
  | "page"
  | "signIn"
  | "wrongPassword"
  | "unknownName"
  | "application"
  | "forgot"
  | "registration"
  | "abandonedRegistration";

export type RequestCounts = Readonly<Partial<Record<RequestKind, number>>>;

export interface SenderOptions {
  /** The channel of the codes of registrations; e-mail by default. */
  channel?: "EMAIL" | "SMS" | undefined;
  /** Finds a code that the database no longer keeps once it is sent. */
  newestCode?(recipient: string): string | undefined;
}

/** A client of OpenID Connect refuses a token that was issued later than this after now. */
const toleranceSeconds = 30;

/** Lists each kind as often as its count, at equal distances. */
export function spreadEvenly(counts: RequestCounts): RequestKind[] {
  const turns = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, nth) => ({ kind: kind as RequestKind, at: (nth + 0.5) / count })),
  );
  return turns.sort((one, other) => one.at - other.at).map(({ kind }) => kind);
}

/** `error` is the message of the API's error response. */
type SentResult = { kind: "accepted"; email: string } | { kind: "failed"; status: number; error?: string };

function resultOf({ status, headers, text }: HttpResponse, expectedStatus: number, email = ""): SentResult {
  if (status === expectedStatus) return { kind: "accepted", email };
  const isJson = headers["content-type"]?.startsWith("application/json");
  return { kind: "failed", status, ...(isJson && { error: JSON.parse(text()).message }) };
}

const pages = ["/", "/forgot", "/create-an-account/start"];

/** Sends one request of a kind, each for a different person. */
export function sendersTo(portal: Portal, options: SenderOptions = {}): Record<RequestKind, () => Promise<SentResult>> {
  let count = 0;
  const trySignIn = async (email: string, typed: string, expected: keyof typeof gatewayResults) => {
    const response = await signIn(portal.nextPort(), email, { typed });
    return gatewayResultOf(response.status, response.headers.location, expected) ?? resultOf(response, 302, email);
  };
  return {
    page: async () => {
      const path = pages[count++ % pages.length] ?? "/";
      const response = await call({ port: portal.nextPort(), path, headers: { host: "localhost" } });
      return resultOf({ ...response, status: response.status === 303 ? 200 : response.status }, 200);
    },
    signIn: () => trySignIn(nextHolderOf(portal), password, "success"),
    wrongPassword: () => trySignIn(nextHolderOf(portal), wrongPassword, "invalidCredentials"),
    unknownName: () => trySignIn(`unknown${count++}@courrier.example`, password, "invalidCredentials"),
    application: () => signInAtApplication(portal),
    forgot: async () => {
      const email = nextHolderOf(portal);
      return resultOf(await requestReset(portal.nextPort(), email), 200, email);
    },
    registration: () => register(new Registrant(portal), options),
    abandonedRegistration: async () => resultOf((await new Registrant(portal).toCode()).send, 200),
  };
}

/** The failure of a sign-in: the gateway responds to each with 302, and the code in its location is the result. */
function gatewayResultOf(
  status: number,
  location: string | undefined | null,
  expected: keyof typeof gatewayResults,
): SentResult | undefined {
  if (location?.includes(gatewayResults.unavailable.code)) return { kind: "failed", status: 503 };
  return status === 302 && !location?.includes(gatewayResults[expected].code) ? { kind: "failed", status } : undefined;
}

async function register(registrant: Registrant, { channel, newestCode }: SenderOptions): Promise<SentResult> {
  const { email } = registrant.person;
  /** Verifies the newest code. Returns false without one. */
  const verify = async () => {
    // This query fails too while the database is unavailable.
    const securityCode = (await registrant.code().catch(() => "")) || newestCode?.(email);
    if (securityCode !== undefined) await registrant.succeed("verify", { body: { securityCode } });
    return securityCode !== undefined;
  };
  try {
    await registrant.toCode(channel);
    if (!(await verify())) return { kind: "failed", status: 503 };
    // A code by text does not verify the e-mail, so a second code follows.
    if (channel === "SMS") {
      await registrant.succeed("username", { body: { email } });
      if (!(await verify())) return { kind: "failed", status: 503 };
    }
    return resultOf(await registrant.call("create", { body: createBody }), 201, email);
  } catch (fault) {
    if (fault instanceof RejectedCall) return resultOf(fault.response, 201, email);
    throw fault;
  }
}

/** Signs a person in at an application; its requests reach both servers. */
async function signInAtApplication(portal: Portal): Promise<SentResult> {
  const fetch = fetchFrom(portal);
  const browser = new Browser(fetch, portalOrigin);
  try {
    const { status, headers } = await browser.signIn(nextHolderOf(portal), password);
    const refused = gatewayResultOf(status, headers.get("location"), "success");
    if (refused !== undefined || status !== 302) return refused ?? { kind: "failed", status };
    const application = await Application.discover({ fetch }, portalOrigin, publicClient);
    const { url, verifier } = await application.start({ scope: "openid" });
    const returned = await follow(browser, url.href, portalOrigin);
    const [, failed] = /^(\d{3}) /.exec(returned) ?? [];
    if (failed !== undefined) return { kind: "failed", status: Number(failed) };
    const { iat = 0 } = (await application.finish(returned, verifier)).claims() ?? {};
    if (Math.abs(iat - Date.now() / 1000) > toleranceSeconds)
      throw new Error(`a token was issued ${Math.round(iat - Date.now() / 1000)} s from now`);
    return { kind: "accepted", email: "" };
  } catch (fault) {
    const { status, cause } = fault as { status?: number; cause?: unknown };
    if (status !== undefined) return { kind: "failed", status };
    if (cause instanceof Response) return { kind: "failed", status: cause.status };
    throw cause instanceof Error ? cause : fault;
  }
}
