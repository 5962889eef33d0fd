import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

/** The server's behaviour after a complete message. */
export type Reaction = { kind: "accept" } | { kind: "reply"; code: number } | { kind: "drop" } | { kind: "silent" };

export interface SmtpStub {
  url: string;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** An SMTP server on loopback; `react` decides its behaviour per message. */
export async function smtpStub(
  react: (mail: ReceivedMail, nth: number) => Reaction = () => ({ kind: "accept" }),
  options: SMTPServerOptions = {},
): Promise<SmtpStub> {
  const received: ReceivedMail[] = [];
  let nth = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 50,
    ...options,
    onData: (stream, session, done) => {
      let raw = "";
      stream.setEncoding("utf8").on("data", (piece: string) => {
        raw += piece;
      });
      stream.on("end", () => {
        const from = session.envelope.mailFrom;
        const mail = {
          from: from === false ? "" : from.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
        };
        nth += 1;
        const reaction = react(mail, nth);
        if (reaction.kind === "accept") received.push(mail);
        if (reaction.kind === "accept") done(null, `OK queued as Q${nth}ABC`);
        if (reaction.kind === "reply")
          done(Object.assign(new Error(`no, ${mail.to[0]}`), { responseCode: reaction.code }));
        // Simulates a network failure: the message arrives, the response is lost.
        if (reaction.kind === "drop") {
          received.push(mail);
          dropConnections(server);
        }
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => {
      dropConnections(server);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function dropConnections(server: SMTPServer): void {
  const { connections } = server as unknown as { connections: Set<{ _socket: { destroy(): void } }> };
  for (const connection of connections) connection._socket.destroy();
}

/** A server that accepts connections and never sends a greeting. */
export async function silentServer(): Promise<{ url: string; drop(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drop,
    close: () => {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
