import { callApi } from "../api-call.ts";
import type { BenchServer } from "../bench-server.ts";
import type { HttpResponse } from "../http-call.ts";
import { times } from "../in-parallel.ts";
import { personOf } from "../people.ts";
import { above, atMost, exactly, type Metric, metric } from "./metric.ts";
import { mannWhitneyP, median } from "./statistics.rule.ts";

export const samples = 500;
const warmUp = 40;
/**
 * A comparison fails by chance once in a hundred runs at this p, so it is repeated once; a real difference fails both.
 */
const minimumP = 0.01;
const attempts = 2;
const maximumDifferenceMillis = 5;

/** An endpoint that accepts an e-mail from an unknown user. */
export interface EmailEndpoint {
  name: string;
  send(port: number, email: string): Promise<HttpResponse>;
  /** Returns an e-mail without an account; by default one that is in no row of the database. */
  withoutAccount?(): string;
}

interface ApiV1Call {
  method: string;
  path: string;
}

/** An API v1 endpoint whose body is an e-mail; each call has a new client IP. */
export function emailEndpoint(endpoint: ApiV1Call): EmailEndpoint {
  return {
    name: `${endpoint.method} ${endpoint.path}`,
    send: (port, email) => callApi(port, endpoint, { body: { email } }),
  };
}

/**
 * An endpoint whose path or body takes the id that an `earlier` call returned for an e-mail; the earlier call is not
 * timed.
 */
export function endpointAfter(
  earlier: ApiV1Call,
  endpoint: ApiV1Call,
  bodyWith: (id: string) => object,
): EmailEndpoint {
  return {
    name: `${endpoint.method} ${endpoint.path}`,
    send: async (port, email) => {
      const { id } = JSON.parse((await callApi(port, earlier, { body: { email } })).text());
      const path = endpoint.path.replace(/\{\w+\}/, encodeURIComponent(id));
      return callApi(port, { ...endpoint, path }, { body: bodyWith(id) });
    },
  };
}

/**
 * Checks whether responses of an endpoint, or their latencies, reveal which e-mails have an account. Needs up to 1,080
 * holders.
 */
export async function compareUnknownUsers(benchServer: BenchServer, endpoint: EmailEndpoint): Promise<Metric[]> {
  for (let attempt = 1; ; attempt += 1) {
    const metrics = await compareOnce(benchServer, endpoint);
    const isMet = metrics.every(({ target }) => target?.met !== false);
    if (isMet || attempt === attempts) return metrics;
  }
}

async function compareOnce(benchServer: BenchServer, { name, send, withoutAccount }: EmailEndpoint): Promise<Metric[]> {
  const port = benchServer.servers[0].port;
  const known = () => personOf("holder", benchServer.nextHolder()).email;
  const unknown = (index: number) => withoutAccount?.() ?? `unknown${index}@courrier.example`;
  for (const index of times(warmUp)) await send(port, index % 2 ? known() : unknown(index));

  const ofKnown: HttpResponse[] = [];
  const ofUnknown: HttpResponse[] = [];
  const sendKnown = async () => ofKnown.push(await send(port, known()));
  const sendUnknown = async (index: number) => ofUnknown.push(await send(port, unknown(samples + index)));
  for (const index of times(samples)) {
    // Alternates which of the two is sent first.
    if (index % 2) await sendKnown();
    await sendUnknown(index);
    if (index % 2 === 0) await sendKnown();
  }
  const knownMillis = ofKnown.map(({ millis }) => millis);
  const unknownMillis = ofUnknown.map(({ millis }) => millis);
  const difference = Math.abs(median(knownMillis) - median(unknownMillis));
  const shapes = new Set([...ofKnown, ...ofUnknown].map(shapeOf)).size;
  return [
    metric(`${name}, median latency`, median(knownMillis), "ms"),
    metric(`${name}, difference of medians`, difference, "ms", { target: atMost(maximumDifferenceMillis) }),
    metric(`${name}, Mann–Whitney p`, mannWhitneyP(knownMillis, unknownMillis), "", { target: above(minimumP) }),
    metric(`${name}, distinct response shapes`, shapes, "", { target: exactly(1) }),
  ];
}

/** What a client can compare: status, header names, location, length. */
function shapeOf(response: HttpResponse): string {
  const { status, headers } = response;
  return [status, Object.keys(headers).sort(), headers.location, response.text().length].join(" ");
}
