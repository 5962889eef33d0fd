import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { connect, isIP } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { discoverIssuer, type OpenIdConnectSettings } from "@vestibule/api/agents/openid-connect.adapter.ts";
import { idOfCompany } from "@vestibule/api/directory/http-directory.adapter.ts";
import { PrivateAddress, refusePrivateHost } from "@vestibule/api/events/public-address.adapter.ts";
import { messageProviders } from "@vestibule/api/messages/message-providers.adapter.ts";
import { checkSmtp } from "@vestibule/api/messages/smtp.adapter.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { connectDirectories } from "../serve/policy-directory.ts";
import { connectRegistries } from "../serve/user-registries.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { describeFailure, type Finding, fault, ok, reasonOf, warning } from "./check.ts";

const patienceMillis = 5000;
const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

export async function checkConnections(settings: Settings): Promise<Finding[]> {
  const { smtpUrl, emailProvider, smsProviders, voiceProviders, apiUrl, agentOpenId, mode } = settings;
  const outbox = (subject: string) =>
    mode === "demo" ? ok(subject, "to the outbox") : warning(subject, "these messages are not sent");
  return Promise.all([
    ...(smtpUrl === undefined && emailProvider === undefined ? [outbox("mail")] : []),
    ...(emailProvider === undefined ? [] : [checkReach("mail", emailProvider.url)]),
    ...(smtpUrl === undefined ? [] : [checkMail(smtpUrl)]),
    ...(smsProviders.length === 0 ? [outbox("text messages")] : []),
    ...smsProviders.map(({ url }) => checkReach("text messages", url)),
    ...(voiceProviders.length === 0 ? [outbox("calls")] : []),
    ...voiceProviders.map(({ url }) => checkReach("calls", url)),
    ...(apiUrl === undefined ? [] : [checkApi(settings)]),
    ...(agentOpenId === undefined ? [] : [checkIssuer(agentOpenId)]),
    ...(await connectDirectories(settings)).map(checkDirectory),
    ...(await connectRegistries(settings)).map(checkRegistry),
  ]);
}

export const checkApi = ({ apiUrl = "" }: Pick<Settings, "apiUrl">): Promise<Finding> => checkReach("API", apiUrl);

/** Connects to the mail server and logs in, as for a message. */
export async function checkMail(url: string): Promise<Finding> {
  const { hostname } = new URL(url);
  try {
    await checkSmtp({ url, limitMilliseconds: patienceMillis });
    return ok("mail", `${hostname} answers`);
  } catch (thrown) {
    return fault("mail", describeFailure(hostname, "cannot be used", thrown));
  }
}

/** Asks for a person who does not exist, so that the token or certificate and the answer are checked too. */
export function checkDirectory({
  url,
  companies,
  directory,
}: Awaited<ReturnType<typeof connectDirectories>>[number]): Promise<Finding> {
  const subject = `policy directory of ${companies.join(", ")}`;
  return checkResponse(subject, url, () => directory.findById(idOfCompany(companies[0] ?? "", "vestibule-doctor")));
}

/** Asks for a user who does not exist. */
export function checkRegistry({
  name,
  url,
  registry,
}: Awaited<ReturnType<typeof connectRegistries>>[number]): Promise<Finding> {
  return checkResponse(`user registry ${name}`, url, () => registry.findByEmail("vestibule-doctor@doctor.invalid"));
}

async function checkResponse(subject: string, url: string, ask: () => Promise<unknown>): Promise<Finding> {
  const { host } = new URL(url);
  try {
    await ask();
    return ok(subject, `${host} answers`);
  } catch (thrown) {
    const cause = (thrown instanceof Error && thrown.cause) || thrown;
    return fault(subject, describeFailure(host, "gives no answer that can be used", cause));
  }
}

/** Reads the issuer's metadata as the server does. Some providers omit the PKCE methods that they support. */
export async function checkIssuer(openId: OpenIdConnectSettings): Promise<Finding> {
  const subject = "login of agents";
  try {
    const metadata = (await discoverIssuer(openId)).serverMetadata();
    if (metadata.token_endpoint === undefined) return fault(subject, `${openId.issuer} names no token_endpoint`);
    return metadata.code_challenge_methods_supported?.includes("S256") === false
      ? fault(subject, `${openId.issuer} does not take PKCE with S256`)
      : ok(subject, openId.issuer);
  } catch (thrown) {
    return fault(subject, describeFailure(openId.issuer, "gives no metadata", thrown));
  }
}

/** Checks that external gateways respond and that every brand's host resolves. */
export async function checkBrandConnections(brands: BrandBook, mode: Settings["mode"]): Promise<Finding[]> {
  const findings = await Promise.all(
    brands.brands.flatMap((brand) => [checkGateway(brand), ...checkHosts(brand, mode)]),
  );
  return findings;
}

async function checkGateway({ id, gateway }: Brand): Promise<Finding> {
  const subject = `gateway of ${id}`;
  return gateway.kind === "builtIn" ? ok(subject, "built in") : checkReach(subject, gateway.origin);
}

function checkHosts({ id, hosts, origin }: Brand, mode: Settings["mode"]): Promise<Finding>[] {
  const subject = `host of ${id}`;
  if (mode === "demo") return [Promise.resolve(ok(subject, `${id}.localhost`))];
  const missing =
    origin === undefined ? [Promise.resolve(warning(subject, "brand.json names no origin for links"))] : [];
  return [
    ...missing,
    ...hosts.map((host) =>
      lookup(host).then(
        ({ address }) => checkOwnHost(subject, host, address),
        (thrown) => warning(subject, `${host} is not found (${reasonOf(thrown)})`),
      ),
    ),
  ];
}

/** The portal's own host may not be reached from its own network; where it is, its certificate is checked. */
async function checkOwnHost(subject: string, host: string, address: string): Promise<Finding> {
  const reached = await checkReach(subject, `https://${host}`);
  return reached.certificateUntil === undefined ? ok(subject, `${host} leads to ${address}`) : reached;
}

/** Checks that a webhook's host is where events may go, and takes a connection. Nothing is sent. */
export async function checkWebhook({ id, url, allowPrivateAddress }: Webhook): Promise<Finding> {
  const subject = `webhook ${id}`;
  const { hostname } = new URL(url);
  try {
    if (!allowPrivateAddress) await refusePrivateHost(hostname);
  } catch (thrown) {
    if (!(thrown instanceof PrivateAddress)) return fault(subject, describeFailure(hostname, "is not found", thrown));
    return fault(subject, `${hostname} leads to a private address, which allowPrivateAddress allows`);
  }
  return checkReach(subject, url);
}

/** Opens and closes a connection, with TLS where the URL has it, without sending anything. */
export async function checkReach(subject: string, url: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const target = { host, port: Number(port) || (usualPorts[protocol] ?? 443), timeout: patienceMillis };
  const hasTls = protocol === "https:";
  const socket = hasTls ? connectTls({ ...target, servername: isIP(host) === 0 ? host : "" }) : connect(target);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once(hasTls ? "secureConnect" : "connect", resolve);
      socket.once("error", reject);
      socket.once("timeout", () => reject(Object.assign(new Error("late"), { code: "ETIMEDOUT" })));
    });
    return socket instanceof TLSSocket ? checkCertificate(subject, host, socket) : ok(subject, `${host} answers`);
  } catch (thrown) {
    return fault(subject, describeFailure(host, "does not answer", thrown));
  } finally {
    socket.destroy();
  }
}

/** A certificate is usually renewed with thirty days left. */
const renewalDays = 21;
const dayMillis = 86_400_000;

function checkCertificate(subject: string, host: string, socket: TLSSocket): Finding {
  const until = new Date(socket.getPeerCertificate().valid_to);
  const days = Math.floor((until.getTime() - Date.now()) / dayMillis);
  const detail = `${host} answers; its certificate is valid for ${days} more days`;
  const finding = days < renewalDays ? warning(subject, detail) : ok(subject, detail);
  return { ...finding, certificateUntil: until.toISOString() };
}

const text = "This is a test message from Vestibule. / Ceci est un message d’essai de Vestibule.";

/** Sends a test message through the configured provider. */
export async function sendTestMessage(order: {
  settings: Settings;
  brands: BrandBook;
  channel: "EMAIL" | "SMS" | "VOICE";
  to: string;
}): Promise<Finding> {
  const { settings, brands, channel, to } = order;
  const brand = brands.defaultBrand;
  const provider = messageProviders(settings)[channel];
  const delivery = await provider.deliver({
    id: randomUUID(),
    brandId: brand.id,
    language: brand.defaults.language,
    channel,
    to: channel === "EMAIL" ? to : to.replace(/\D/g, "").slice(-10),
    from: { name: brand.mailFrom.name[brand.defaults.language], address: brand.mailFrom.address },
    origin: undefined,
    subject: channel === "EMAIL" ? "Vestibule: test / essai" : null,
    text,
    html: null,
  });
  provider.close?.();
  return delivery.kind === "accepted"
    ? ok("test message", `accepted (${channel})`)
    : fault("test message", `${delivery.kind}: ${delivery.fault}`);
}
