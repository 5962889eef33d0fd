import { systemClock } from "@vestibule/api/platform/clock.adapter.ts";
import type { Backend } from "./backend.ts";
import { remoteApi } from "./remote-api.client.ts";
import { remoteGateway } from "./remote-gateway.client.ts";

/** API and gateway on the host of API_URL. */
export function createRemoteBackend(apiUrl: string): Backend {
  const apiFetch = remoteApi(apiUrl);
  return {
    api: { fetch: (request) => apiFetch(request) },
    gateway: remoteGateway(apiFetch),
    demo: undefined,
    clock: systemClock,
    ask: async () => {
      const answer = await fetch(new URL("/health/ready", apiUrl), { signal: AbortSignal.timeout(2000) });
      if (!answer.ok) throw new Error("the API is not ready");
    },
    open: async () => {},
    stop: async () => {},
  };
}
