import type { z } from "zod";

/** One call of the API. The server's route, the typed client and the OpenAPI description derive from it. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** Set where GET is accepted too, so that a link in a page can make the call. */
  alsoByGet?: true;
  /** Path with its parameters in braces. */
  path: string;
  operationId?: string;
  tag: string;
  summary: string;
  description?: string;
  /** Set where only a service of the insurer may call, with its bearer credential. */
  serviceOnly?: true;
  /** Path parameters that have a format; a malformed one responds 404. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** Request body; an optional schema means that it may be absent. */
  body?: z.ZodType;
  /** The largest body in KiB; 16 by default. */
  largestBodyKib?: number;
  /** Success responses by HTTP status. */
  responses: Readonly<Record<number, EndpointResponse>>;
  errors: Readonly<Record<number, EndpointResponse>>;
}

export interface EndpointResponse {
  description: string;
  body?: z.ZodType;
  /** Media type of the body; JSON by default. */
  mediaType?: string;
  /** Response headers: name to description. */
  headers?: Readonly<Record<string, string>>;
}

/** Writes a path's parameters in the router's notation: `{id}` becomes `:id`. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

export type PathId<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathId<Rest>
  : never;

export type BodyOf<Result> = Result extends { body: infer Body extends z.ZodType } ? Body : never;

/** A body before JSON.stringify, which writes a Date as text. */
export type Unserialised<Body> = string extends Body
  ? Body | Date
  : Body extends object
    ? { [Name in keyof Body]: Unserialised<Body[Name]> }
    : Body;
