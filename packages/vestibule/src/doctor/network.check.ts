import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { connect, isIP } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { discoverIssuer, type OpenIdConnectSettings } from "@vestibule/api/agents/openid-connect.adapter.ts";
import { idOfCompany } from "@vestibule/api/directory/http-directory.adapter.ts";
import { PrivateAddress, refusePrivateHost } from "@vestibule/api/events/public-address.adapter.ts";
import { faultCode } from "@vestibule/api/messages/message-provider.port.ts";
import { messageProviders } from "@vestibule/api/messages/message-providers.adapter.ts";
import { asGsm7 } from "@vestibule/api/messages/sms-layout.message.ts";
import { checkSmtp } from "@vestibule/api/messages/smtp.adapter.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { type OperatorText, operatorText, sameText } from "@vestibule/wording/operator-text.rule.ts";
import { connectDirectories } from "../serve/policy-directory.ts";
import { connectRegistries } from "../serve/user-registries.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { describeFailure, type Finding, fault, ok, warning } from "./check.ts";

const ofMail = operatorText("subject.mail");
const ofTexts = operatorText("subject.texts");
const ofCalls = operatorText("subject.calls");
const patienceMillis = 5000;
const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

export async function checkConnections(settings: Settings): Promise<Finding[]> {
  const { smtpUrl, emailProvider, smsProviders, voiceProviders, apiUrl, agentOpenId, mode } = settings;
  const outbox = (subject: OperatorText) =>
    mode === "demo" ? ok(subject, operatorText("toOutbox")) : warning(subject, operatorText("notSent"));
  return Promise.all([
    ...(smtpUrl === undefined && emailProvider === undefined ? [outbox(ofMail)] : []),
    ...(emailProvider === undefined ? [] : [checkReach(ofMail, emailProvider.url)]),
    ...(smtpUrl === undefined ? [] : [checkMail(smtpUrl)]),
    ...(smsProviders.length === 0 ? [outbox(ofTexts)] : []),
    ...smsProviders.map(({ url }) => checkReach(ofTexts, url)),
    ...(voiceProviders.length === 0 ? [outbox(ofCalls)] : []),
    ...voiceProviders.map(({ url }) => checkReach(ofCalls, url)),
    ...(apiUrl === undefined ? [] : [checkApi(settings)]),
    ...(agentOpenId === undefined ? [] : [checkIssuer(agentOpenId)]),
    ...(await connectDirectories(settings)).map(checkDirectory),
    ...(await connectRegistries(settings)).map(checkRegistry),
  ]);
}

export const checkApi = ({ apiUrl = "" }: Pick<Settings, "apiUrl">): Promise<Finding> =>
  checkReach(operatorText("subject.api"), apiUrl);

/** Connects to the mail server and logs in, as for a message. */
export async function checkMail(url: string): Promise<Finding> {
  const { hostname } = new URL(url);
  try {
    await checkSmtp({ url, limitMilliseconds: patienceMillis });
    return ok(ofMail, operatorText("answers", { host: hostname }));
  } catch (thrown) {
    return fault(ofMail, describeFailure(hostname, "notUsable", thrown));
  }
}

/** Asks for a person who does not exist, so that the token or certificate and the answer are checked too. */
export function checkDirectory({
  url,
  companies,
  directory,
}: Awaited<ReturnType<typeof connectDirectories>>[number]): Promise<Finding> {
  const subject = operatorText("subject.directory", { companies: companies.join(", ") });
  return checkResponse(subject, url, () => directory.findById(idOfCompany(companies[0] ?? "", "vestibule-doctor")));
}

/** Asks for a user who does not exist, and whether users can be changed. */
export async function checkRegistry({
  name,
  url,
  registry,
  lacksPatch,
}: Awaited<ReturnType<typeof connectRegistries>>[number]): Promise<Finding> {
  const subject = operatorText("subject.registry", { name });
  const finding = await checkResponse(subject, url, () => registry.findByEmail("vestibule-doctor@doctor.invalid"));
  if (finding.state === "fault" || !(await lacksPatch().catch(() => false))) return finding;
  return fault(subject, operatorText("registryWithoutPatch", { host: new URL(url).host }));
}

async function checkResponse(subject: OperatorText, url: string, ask: () => Promise<unknown>): Promise<Finding> {
  const { host } = new URL(url);
  try {
    await ask();
    return ok(subject, operatorText("answers", { host }));
  } catch (thrown) {
    const cause = (thrown instanceof Error && thrown.cause) || thrown;
    return fault(subject, describeFailure(host, "noUsableAnswer", cause));
  }
}

/** Reads the issuer's metadata as the server does. Some providers omit the PKCE methods that they support. */
export async function checkIssuer(openId: OpenIdConnectSettings): Promise<Finding> {
  const subject = operatorText("subject.issuer");
  const { issuer } = openId;
  try {
    const metadata = (await discoverIssuer(openId)).serverMetadata();
    if (metadata.token_endpoint === undefined) return fault(subject, operatorText("noTokenEndpoint", { issuer }));
    return metadata.code_challenge_methods_supported?.includes("S256") === false
      ? fault(subject, operatorText("noPkce", { issuer }))
      : ok(subject, sameText(issuer));
  } catch (thrown) {
    return fault(subject, describeFailure(issuer, "noMetadata", thrown));
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
  const subject = operatorText("subject.gateway", { brand: id });
  return gateway.kind === "builtIn" ? ok(subject, operatorText("builtIn")) : checkReach(subject, gateway.origin);
}

function checkHosts({ id, hosts, origin }: Brand, mode: Settings["mode"]): Promise<Finding>[] {
  const subject = operatorText("subject.host", { brand: id });
  if (mode === "demo") return [Promise.resolve(ok(subject, sameText(`${id}.localhost`)))];
  const missing = origin === undefined ? [Promise.resolve(warning(subject, operatorText("noOrigin")))] : [];
  return [
    ...missing,
    ...hosts.map((host) =>
      lookup(host).then(
        ({ address }) => checkOwnHost(subject, host, address),
        (thrown) => warning(subject, describeFailure(host, "notFound", thrown)),
      ),
    ),
  ];
}

/** The portal's own host may not be reached from its own network; where it is, its certificate is checked. */
async function checkOwnHost(subject: OperatorText, host: string, address: string): Promise<Finding> {
  const reached = await checkReach(subject, `https://${host}`);
  return reached.certificateUntil === undefined ? ok(subject, operatorText("leadsTo", { host, address })) : reached;
}

/** Checks that a webhook's host is where events may go, and takes a connection. Nothing is sent. */
export async function checkWebhook({ id, url, allowPrivateAddress }: Webhook): Promise<Finding> {
  const subject = operatorText("subject.webhook", { id });
  const { hostname } = new URL(url);
  try {
    if (!allowPrivateAddress) await refusePrivateHost(hostname);
  } catch (thrown) {
    if (!(thrown instanceof PrivateAddress)) return fault(subject, describeFailure(hostname, "notFound", thrown));
    return fault(subject, operatorText("leadsToPrivate", { host: hostname }));
  }
  return checkReach(subject, url);
}

/** Connects to the URLs at which a brand's applications receive logouts. Nothing is sent. */
export function checkApplications({ id, oidcClients }: Brand): Promise<Finding>[] {
  return oidcClients.flatMap(({ id: client, backchannelLogoutUri: url }) =>
    url === undefined ? [] : [checkReach(operatorText("subject.logout", { client: `${id}/${client}` }), url)],
  );
}

/** Opens and closes a connection, with TLS where the URL has it, without sending anything. */
export async function checkReach(subject: OperatorText, url: string): Promise<Finding> {
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
    return socket instanceof TLSSocket
      ? checkCertificate(subject, host, socket)
      : ok(subject, operatorText("answers", { host }));
  } catch (thrown) {
    return fault(subject, describeFailure(host, "noAnswer", thrown));
  } finally {
    socket.destroy();
  }
}

/** A certificate is usually renewed with thirty days left. */
const renewalDays = 21;
const dayMillis = 86_400_000;

function checkCertificate(subject: OperatorText, host: string, socket: TLSSocket): Finding {
  const until = new Date(socket.getPeerCertificate().valid_to);
  const days = Math.floor((until.getTime() - Date.now()) / dayMillis);
  const detail = operatorText("certificateValid", { host, count: days });
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
    text: channel === "SMS" ? asGsm7(text) : text,
    html: null,
  });
  provider.close?.();
  const subject = operatorText("subject.testMessage");
  return delivery.kind === "accepted"
    ? ok(subject, operatorText("accepted", { channel }))
    : fault(subject, sameText(`${delivery.kind}: ${faultCode(delivery)}`));
}
