import { isSecondGeneration } from "@vestibule/api/api/generation.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { errorPage } from "@vestibule/wording/error-page.ts";
import { fallbackResponses } from "./fallback-page.message.ts";

export interface Failure {
  status: 500 | 503;
  /** For developers. */
  message: string;
}

/** How long a client waits that is asked to come again. */
const retryAfterSeconds = 5;

const pageFor = fallbackResponses(errorPage);

export interface FailedRequest {
  path: string;
  brand: Brand;
  request: Request;
}

/** A failure before any handler could answer: the page of both languages for people, an error of the API for programs. */
export function failureResponse({ path, brand, request }: FailedRequest, failure: Failure): Response {
  const headers: Record<string, string> = failure.status === 503 ? { "retry-after": String(retryAfterSeconds) } : {};
  if (isForPrograms(path)) return Response.json(apiError(path, failure), { status: failure.status, headers });
  const { body, headers: ofPage } = pageFor({ brand, language: preferredLanguage(request, brand) });
  return new Response(body, { status: failure.status, headers: { ...ofPage, ...headers } });
}

/** `.data` is what a page that is open already asks for. */
const isForPrograms = (path: string) => /^\/(api|chat-app|internal)\/|\.data$|\.json$/.test(path);

function apiError(path: string, { status, message }: Failure): object {
  if (isSecondGeneration(path)) return { error: status === 503 ? "UNAVAILABLE" : "UNEXPECTED", message };
  return { ...(status === 503 && { errorCode: 1503 }), message };
}
