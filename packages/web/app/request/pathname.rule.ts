/** The path of a URL, which may have a trailing slash. */
export function withoutTrailingSlash(pathname: string): string {
  return pathname.replace(/(.)\/$/, "$1");
}

/** Selects the handler of a URL in a route file that serves several URLs. Throws for an unknown one. */
export function handlerAt<Handler>({ pathname }: URL, handlers: Readonly<Record<string, Handler>>): Handler {
  const handler = handlers[withoutTrailingSlash(pathname)];
  if (handler === undefined) throw new Error(`no handler at ${pathname}`);
  return handler;
}
