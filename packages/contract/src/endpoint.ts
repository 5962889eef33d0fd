import type { z } from "zod";

/** One call of the API. The server's route, the typed client and the OpenAPI description derive from it. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** Set where a link in a page may make the call too. */
  alsoByGet?: true;
  /** With its ids in braces. */
  path: string;
  operationId?: string;
  tag: string;
  summary: string;
  description?: string;
  /** Only by a service of the insurer, with its bearer credential. */
  serviceOnly?: true;
  /** Ids that are more than text. A malformed one is not found. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** An optional schema is an optional body. */
  body?: z.ZodType;
  /** By status. */
  answers: Readonly<Record<number, EndpointAnswer>>;
  errors: Readonly<Record<number, EndpointAnswer>>;
}

export interface EndpointAnswer {
  description: string;
  body?: z.ZodType;
  /** JSON by default. */
  mediaType?: string;
  /** Name to description. */
  headers?: Readonly<Record<string, string>>;
}

/** A path with its ids in the notation of the router. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

export type PathId<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathId<Rest>
  : never;

export type BodyOf<Answer> = Answer extends { body: infer Body extends z.ZodType } ? Body : never;
