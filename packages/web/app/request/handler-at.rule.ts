/** Selects the handler of a URL in a route file that serves several URLs. Throws for an unknown one. */
export function handlerAt<Handler>({ pathname }: URL, handlers: Readonly<Record<string, Handler>>): Handler {
  const handler = handlers[pathname.replace(/\/$/, "")];
  if (handler === undefined) throw new Error(`no handler at ${pathname}`);
  return handler;
}
