import { isSecondGeneration } from "@vestibule/api/http/generation.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { errorPage } from "@vestibule/wording/error-page.ts";
import { fallbackResponses } from "./fallback-page.message.ts";

export interface Failure {
  status: 500 | 503;
  /** For developers; not translated. */
  message: string;
}

/** Seconds in Retry-After. */
const retryAfterSeconds = 5;

const pageFor = fallbackResponses(errorPage);

export interface FailedRequest {
  path: string;
  brand: Brand;
  request: Request;
}

/** Response to a failure before any handler: a bilingual page for browsers, an API error for programs. */
export function failureResponse({ path, brand, request }: FailedRequest, failure: Failure): Response {
  const headers: Record<string, string> = failure.status === 503 ? { "retry-after": String(retryAfterSeconds) } : {};
  if (isForPrograms(path)) return Response.json(apiError(path, failure), { status: failure.status, headers });
  const { body, headers: ofPage } = pageFor({ brand, language: preferredLanguage(request, brand) });
  return new Response(body, { status: failure.status, headers: { ...ofPage, ...headers } });
}

/** `.data` is a data request of React Router. */
const isForPrograms = (path: string) => /^\/(api|chat-app|internal)\/|\.data$|\.json$/.test(path);

function apiError(path: string, { status, message }: Failure): object {
  if (isSecondGeneration(path)) return { error: status === 503 ? "UNAVAILABLE" : "UNEXPECTED", message };
  return { ...(status === 503 && { errorCode: 1503 }), message };
}
