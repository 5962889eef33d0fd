import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { dropConnections } from "@vestibule/api/messages/test/smtp-stub.ts";
import { SMTPServer } from "smtp-server";
import type { IssuedCertificate } from "../../test/issue-certificate.ts";
import { closeServer, listenOnLoopback } from "../../test/loopback-port.ts";

/**
 * `unreachable` refuses connections, `silent` accepts them and never responds, `drop` closes the connection after a
 * message and before the response; a number is the status of every response.
 */
export type ProviderFault = "unreachable" | "silent" | "drop" | number;

/** A mail server and an SMS provider that count deliveries by message id. */
export type MessageReceivers = Awaited<ReturnType<typeof startMessageReceivers>>;

/** State that both receivers share. */
interface ReceiverState {
  fault: ProviderFault | undefined;
  deliver(id: string, recipient: string, text: string): void;
  delivered: ReadonlyMap<string, number>;
}

/**
 * Starts both. Each responds within 10 to 50 ms and delivers a message when it acknowledges it, not when the connection
 * breaks before: a mail server is responsible for a message once it has acknowledged it (RFC 5321, 4.2.5).
 */
export async function startMessageReceivers(tls?: IssuedCertificate) {
  const delivered = new Map<string, number>();
  const codes = new Map<string, string>();
  const state: ReceiverState = {
    fault: undefined,
    delivered,
    deliver: (id, recipient, text) => {
      delivered.set(id, (delivered.get(id) ?? 0) + 1);
      const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
      if (code !== undefined) codes.set(recipient, code);
    },
  };
  const mail = mailServer(state, tls);
  const texts = smsServer(state);
  const listeners = [mail.server as Server, texts];
  const [mailPort = 0, textsPort = 0] = await Promise.all(listeners.map((listener) => listenOnLoopback(listener)));
  const stopListening = async () => {
    dropConnections(mail);
    texts.closeAllConnections();
    await Promise.all(listeners.map(closeServer));
  };
  return {
    smtpUrl: `smtp${tls ? "s" : ""}://127.0.0.1:${mailPort}`,
    smsUrl: `http://127.0.0.1:${textsPort}/`,
    delivered,
    /** The newest six digits that were delivered to this recipient. */
    newestCode: (recipient: string) => codes.get(recipient),
    /** Makes both fail this way until it is called without a fault. */
    fail: async (fault?: ProviderFault) => {
      state.fault = fault;
      if (fault === "unreachable") await stopListening();
      else if (!texts.listening) {
        await listenOnLoopback(mail.server as Server, mailPort);
        await listenOnLoopback(texts, textsPort);
      }
    },
    /** Replaces the certificate of the mail server for new connections. */
    renewCertificate: ({ key, certificate: cert }: IssuedCertificate) => mail.updateSecureContext({ key, cert }),
    close: stopListening,
  };
}

async function delayResponse({ fault }: ReceiverState): Promise<void> {
  await pause(fault === "silent" ? silenceMillis : randomInt(5, 45));
  // A late timer runs before the event loop reads that a connection has ended.
  await pause(5);
}

function mailServer(state: ReceiverState, tls: IssuedCertificate | undefined): SMTPServer {
  const broken = new Set<string>();
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 50,
    ...(tls && { key: tls.key, cert: tls.certificate, secure: true }),
    onClose: ({ id }) => broken.add(id),
    onData: (stream, { id, envelope }, done) => {
      let raw = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        raw += chunk;
      });
      stream.on("end", async () => {
        await delayResponse(state);
        if (broken.has(id)) return;
        const { fault } = state;
        if (fault === "drop") return dropConnections(mail);
        if (typeof fault === "number")
          return done(Object.assign(new Error("rejected by the drill"), { responseCode: fault }));
        const [body = ""] = raw.split("\r\n\r\n").slice(1);
        const messageId = /^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? "";
        state.deliver(messageId, envelope.rcptTo[0]?.address ?? "", body);
        done(null, "OK");
      });
    },
  });
  // A killed worker resets its connections, which is an error here.
  mail.on("error", () => {});
  return mail;
}

function smsServer(state: ReceiverState) {
  return createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    await delayResponse(state);
    if (request.socket.destroyed) return;
    const { fault } = state;
    if (fault === "drop") return void request.socket.destroy();
    if (typeof fault === "number") return void response.writeHead(fault).end();
    const id = String(request.headers["idempotency-key"]);
    const { to, text } = JSON.parse(body);
    // A repeat is recognised by its key, as docs/connect/sms.md requires of a provider.
    if (!state.delivered.has(id)) state.deliver(id, to, text);
    response.end("{}");
  });
}

/** Longer than the product's limit for one delivery. */
const silenceMillis = 30_000;
