import type { IncomingMessage } from "node:http";
import { busyResponse } from "@vestibule/api/gateway/busy-page.message.ts";
import { loginForm } from "@vestibule/api/gateway/gateway-result.rule.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { GatewayBackend } from "./backend.ts";
import { clientIpOf, type OriginDeps, originOf, type RequestSource } from "./forwarded-request.route.ts";
import { lowPriorityQueue } from "./low-priority-queue.adapter.ts";
import { securityHeaders } from "./security-headers.route.ts";

export interface SignInOverloadGuardDeps extends OriginDeps {
  build: "built" | "development";
  log: Log;
  metrics: Pick<ServerMetrics, "countRefused">;
  reserve: NonNullable<GatewayBackend["reserveSignIn"]>;
  isDraining(): boolean;
}

/** A complete response to a request that does not reach the app. */
export interface Rejection {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Returns a rejection, or calls `pass`, now or in a later turn of the event loop. */
export type RequestAdmission = (request: IncomingMessage, pass: () => void) => Rejection | undefined;

/**
 * Rejects sign-ins over the limit of the client before the app creates a request. The gateway would reject them too,
 * but with several times the work, which would delay all requests in a flood. Accepted sign-ins wait until no more
 * arrive, so that their work does not delay the rejections.
 */
export function signInOverloadGuard(deps: SignInOverloadGuardDeps): RequestAdmission {
  const responseFor = cachedResponses(deps.build);
  const logRefused = refusalLog(deps.log);
  const acceptedQueue = lowPriorityQueue();
  return (request, pass) => {
    const { method, url = "" } = request;
    if (method !== "POST" || pathOf(url) !== loginForm) return void pass();
    const source = nodeRequestSource(request);
    const origin = originOf(source, deps)?.origin;
    if (origin === undefined) return void pass();
    const brand = deps.brands.byHost(new URL(origin).host);
    // Another gateway signs in the people of this brand.
    if (brand.gateway.kind === "outside") return void pass();
    const client = { origin, clientIp: clientIpOf(source, deps.trusted), cookies: source.header("cookie") };
    const release = deps.reserve(client);
    if (release !== undefined) {
      acceptedQueue.push(() => {
        // The gateway reserves the slot again when the body has arrived, so that a slow client holds none.
        release();
        pass();
      });
      return undefined;
    }
    acceptedQueue.postpone();
    deps.metrics.countRefused("signIns");
    logRefused();
    const language = preferredLanguage({ url: `${origin}${url}`, headers: { get: source.header } }, brand);
    const response = responseFor({ brand, origin, language });
    return deps.isDraining() ? { ...response, headers: { ...response.headers, connection: "close" } } : response;
  };
}

const pathOf = (url: string) => url.split("?", 1)[0];

const nodeRequestSource = ({ socket, headers }: IncomingMessage): RequestSource => ({
  peer: socket.remoteAddress,
  header: (name) => headers[name]?.toString(),
});

/** Caches the response per brand, scheme and language. */
function cachedResponses(build: SignInOverloadGuardDeps["build"]) {
  const responses = new Map<string, Rejection>();
  return ({ brand, origin, language }: { brand: Brand; origin: string; language: Language }) => {
    const key = `${brand.id} ${origin.startsWith("https:")} ${language}`;
    const cached = responses.get(key);
    if (cached !== undefined) return cached;
    const { headers, body, status } = busyResponse(brand, language);
    const response = {
      status,
      headers: { ...securityHeaders({ brand, origin, nonce: "", build }), ...headers },
      body: Buffer.from(body),
    };
    responses.set(key, response);
    return response;
  };
}

/** Logs one line per second of a flood instead of one per request. */
function refusalLog(log: Log): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    const report = () => {
      log.warn("sign-in.crowded", { count });
      count = 0;
    };
    setTimeout(report, 1000).unref();
  };
}
