import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { IssuedCertificate } from "./issue-certificate.ts";
import { closeServer, listenOnLoopback } from "./loopback-port.ts";

/** Bytes of PostgreSQL's SSLRequest, which the client sends first and the server answers with one letter. */
const sslRequestBytes = 8;

/** Accepts TLS connections for a PostgreSQL server that has no certificate. Returns the URL of the same database. */
export async function startTlsDatabase(databaseUrl: string, { certificate, key }: IssuedCertificate) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const listener = createServer(async (client) => {
    sockets.add(client.on("error", () => {}));
    while (client.read(sslRequestBytes) === null) await once(client, "readable");
    client.write("S");
    const secured = new TLSSocket(client, { isServer: true, cert: certificate, key });
    const server = connect({ host: hostname, port: Number(port) });
    sockets.add(server.on("error", () => {}));
    secured.on("error", () => server.destroy());
    secured.pipe(server).pipe(secured);
  });
  const url = new URL(databaseUrl);
  url.port = String(await listenOnLoopback(listener));
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await closeServer(listener);
    },
  };
}
