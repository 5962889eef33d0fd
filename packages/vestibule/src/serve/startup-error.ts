import { certificateAdvice, refusedCertificate } from "@vestibule/api/platform/certificate-fault.rule.ts";
import {
  isDatabaseUnavailable,
  isLoginUnanswered,
  poolerOutage,
  poolerRefusal,
} from "@vestibule/api/platform/database-fault.rule.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { UnknownSchema } from "@vestibule/api/platform/migrations.adapter.ts";
import { UnfitDatabase } from "@vestibule/api/platform/session-check.adapter.ts";

/** Reasons for which the server or a command does not start, one line each, for operators. */
export class StartupError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`Vestibule does not start:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.lines = lines;
  }
}

interface ListenSettings {
  port: number;
  /** Setting or option of the port. */
  portName?: "PORT" | "--port";
  internalPort?: number | undefined;
  host?: string | undefined;
}

/** Converts a startup fault that an operator can fix to StartupError. Returns any other fault unchanged. */
export function asStartupError(fault: unknown, settings: ListenSettings): unknown {
  if (!(fault instanceof Error) || fault instanceof StartupError) return fault;
  const sentence = describeListenFault(fault, settings) ?? describeDatabaseFault(fault);
  return sentence === undefined ? fault : new StartupError([sentence]);
}

function describeListenFault(
  fault: NodeJS.ErrnoException & { port?: number; hostname?: string },
  { port, portName = "PORT", internalPort, host }: ListenSettings,
): string | undefined {
  const { code, syscall, hostname } = fault;
  const isHostUnknown = syscall === "getaddrinfo" && host !== undefined && hostname === host;
  if (isHostUnknown || (syscall === "listen" && code === "EADDRNOTAVAIL"))
    return `HOST ${host} is not an address of this machine`;
  if (syscall !== "listen") return undefined;
  const name = fault.port === internalPort && fault.port !== port ? "INTERNAL_PORT" : portName;
  if (code === "EADDRINUSE")
    return `${name} ${fault.port} is already in use: stop the other program, or set another port`;
  return code === "EACCES"
    ? `${name} ${fault.port} needs a permission that this user does not have: set a port from 1024`
    : undefined;
}

const sentences: Record<string, string> = {
  "28000": "the database rejects this user",
  "28P01": "the database rejects this user or password",
  "3D000": "the server has no database of this name",
  "42501": "this role may not change tables: set MIGRATION_DATABASE_URL to a role that may",
};

const poolerSentences: Record<NonNullable<ReturnType<typeof poolerRefusal>>, string> = {
  settings: "a pooler rejects the settings of the connection: add pgbouncer=true to its parameters",
  serverLogin: "PostgreSQL rejects the user or password with which the pooler logs in there",
  login: "the pooler rejects this user or password",
  name: "the pooler has no database of this name",
};

const outageSentences: Record<NonNullable<ReturnType<typeof poolerOutage>>, string> = {
  clients: "the pooler accepts no more connections: raise max_client_conn",
  pool: "the pooler has no connection to PostgreSQL free: raise default_pool_size",
  server: "the pooler does not reach PostgreSQL",
};

/** Makes the description of a fault name the setting whose connection failed. */
export const atMigrationUrl = (fault: Error): Error => Object.assign(fault, { setting: "MIGRATION_DATABASE_URL" });

const settingOf = (fault: Error): string => ("setting" in fault ? String(fault.setting) : "DATABASE_URL");

/** Describes the fault of a database that responds and rejects the connection; undefined for other faults. */
export function describeRefusedConnection(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  const setting = settingOf(fault);
  if (fault instanceof UnfitDatabase) return `${setting}: ${fault.message}`;
  const sentence = sentences[faultCode(fault) ?? ""];
  if (sentence !== undefined) return `${setting}: ${sentence}`;
  const certificate = refusedCertificate(fault);
  if (certificate !== undefined)
    return `${setting}: the server’s certificate is refused (${certificate})${certificateAdvice(certificate, "sslrootcert or CA_FILE names its authority")}`;
  const pooler = poolerRefusal(fault);
  if (pooler !== undefined) return `${setting}: ${poolerSentences[pooler]}`;
  return /does not support ssl/i.test(fault.message)
    ? `${setting}: the server offers no TLS, which sslmode asks for`
    : undefined;
}

/** Describes a database fault in one sentence for an operator, without row values; undefined for other faults. */
export function describeDatabaseFault(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (fault instanceof UnknownSchema) return fault.message;
  const code = faultCode(fault);
  const setting = settingOf(fault);
  const refusal = describeRefusedConnection(fault);
  if (refusal !== undefined) return refusal;
  const outage = poolerOutage(fault);
  if (outage !== undefined) return `${setting}: ${outageSentences[outage]}`;
  if (isLoginUnanswered(fault))
    return `${setting}: no answer to the login: the host is down, a firewall drops packets, or a pooler waits for PostgreSQL`;
  // ENOENT of a missing file and of a missing socket differ only in the system call.
  const isFile = code === "ENOENT" && !("syscall" in fault && fault.syscall === "connect");
  if (isDatabaseUnavailable(fault) && !isFile)
    return `${setting}: PostgreSQL does not respond (${code ?? "no connection"})`;
  return "severity" in fault ? `${setting}: the database refused the work (${code})` : undefined;
}
