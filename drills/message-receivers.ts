import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** A mail server and an SMS provider that count deliveries by message id. */
export interface MessageReceivers {
  smtpUrl: string;
  smsUrl: string;
  delivered: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Both take 10 to 50 ms, and deliver when they acknowledge. They do not deliver over a connection broken before that: a
 * mail server is responsible for a message from its acknowledgement on (RFC 5321, 4.2.5).
 */
export async function startMessageReceivers(): Promise<MessageReceivers> {
  const delivered = new Map<string, number>();
  const think = () => pause(randomInt(10, 50));
  const deliver = (id: string) => delivered.set(id, (delivered.get(id) ?? 0) + 1);

  const broken = new Set<string>();
  const mail = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false, closeTimeout: 50 },
    onClose: ({ id }) => broken.add(id),
    onData: (stream, { id }, done) => {
      let raw = "";
      stream.setEncoding("utf8").on("data", (piece: string) => {
        raw += piece;
      });
      stream.on("end", async () => {
        await think();
        if (broken.has(id)) return;
        deliver(/^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? "");
        done(null, "OK");
      });
    },
  });
  // Connections of a killed worker reset.
  mail.on("error", () => {});
  const texts = createServer(async (request, response) => {
    for await (const _piece of request);
    await think();
    if (request.socket.destroyed) return;
    const id = String(request.headers["idempotency-key"]);
    // A repeat is recognised by its key, as docs/connect/sms.md requires of a provider.
    if (!delivered.has(id)) deliver(id);
    response.end("{}");
  });
  await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => texts.listen(0, "127.0.0.1", resolve));
  const portOf = (address: unknown) => (address as AddressInfo).port;
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(mail.server.address())}`,
    smsUrl: `http://127.0.0.1:${portOf(texts.address())}/`,
    delivered,
    close: async () => {
      texts.closeAllConnections();
      await new Promise((resolve) => texts.close(resolve));
      await new Promise<void>((resolve) => mail.close(resolve));
    },
  };
}
