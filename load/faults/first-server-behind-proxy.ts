import { startTcpProxy } from "../../test/tcp-proxy.ts";
import { type PortalOptions, startPortal } from "../portal.ts";
import { type DatabaseKind, startPostgres } from "../postgres.ts";

/** Starts a portal whose first server reaches PostgreSQL through a proxy that can end it at a chosen statement. */
export async function startFirstServerBehindProxy(
  kind: DatabaseKind,
  options: Pick<PortalOptions, "people" | "settings">,
) {
  await using opening = new AsyncDisposableStack();
  const postgres = opening.use(await startPostgres({ kind }));
  const proxy = opening.adopt(await startTcpProxy(postgres.target), (own) => own.close());
  const portal = opening.use(
    await startPortal({
      postgresUrl: postgres.url(),
      people: options.people,
      databaseUrl: postgres.serverUrl(),
      settings: (nth) => ({
        ...options.settings?.(nth),
        ...(nth === 0 && { DATABASE_URL: postgres.serverUrl(proxy.port) }),
      }),
    }),
  );
  const opened = opening.move();
  return { portal, proxy, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
