import { sampleBrandId } from "../test/sample-brand.ts";
import { call, type HttpResponse, newClientIp } from "./http-call.ts";

interface ApiCallOptions {
  /** An object is sent as JSON, a string unchanged. */
  body?: object | string | undefined;
  /** A new one by default. */
  clientIp?: string;
  headers?: Record<string, string>;
}

/** Calls an endpoint of the API for the default brand. */
export function callApi(
  port: number,
  { method, path }: { method: string; path: string },
  { body, clientIp = newClientIp(), headers }: ApiCallOptions = {},
): Promise<HttpResponse> {
  const json = typeof body === "object" ? JSON.stringify(body) : body;
  return call({
    port,
    method,
    path,
    clientIp,
    headers: {
      "api-key": sampleBrandId,
      province: "QC",
      language: "fr",
      ...headers,
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    ...(json !== undefined && { body: json }),
  });
}
