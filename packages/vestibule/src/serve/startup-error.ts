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
import { type OperatorText, operatorText, sameText } from "@vestibule/wording/operator-text.rule.ts";

/** Reasons for which the server or a command does not start, one line each, for operators. */
export class StartupError extends Error {
  readonly lines: readonly string[];
  readonly texts: readonly OperatorText[];

  constructor(lines: readonly (string | OperatorText)[]) {
    const texts = lines.map((line) => (typeof line === "string" ? sameText(line) : line));
    super(`Vestibule does not start:\n${texts.map(({ en }) => `  ${en}`).join("\n")}`);
    this.texts = texts;
    this.lines = texts.map(({ en }) => en);
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

const refusals: Readonly<Record<string, Parameters<typeof operatorText>[0]>> = {
  "28000": "database.user",
  "28P01": "database.login",
  "3D000": "database.name",
  "42501": "database.tables",
  "57014": "database.slow",
};

/** Makes the description of a fault name the setting whose connection failed. */
export const atMigrationUrl = (fault: Error): Error => Object.assign(fault, { setting: "MIGRATION_DATABASE_URL" });

const settingOf = (fault: Error): string => ("setting" in fault ? String(fault.setting) : "DATABASE_URL");

/** What a database that responds has against the connection; undefined for other faults. */
function refusalOf(fault: Error): OperatorText | undefined {
  if (fault instanceof UnfitDatabase) return fault.reasons;
  const refusal = refusals[faultCode(fault) ?? ""];
  if (refusal !== undefined) return operatorText(refusal);
  const code = refusedCertificate(fault);
  if (code !== undefined)
    return operatorText("database.certificate", { code, advice: certificateAdvice(code, "databaseAuthority") });
  const pooler = poolerRefusal(fault);
  if (pooler !== undefined) return operatorText(`pooler.${pooler}`);
  return /does not support ssl/i.test(fault.message) ? operatorText("database.noTls") : undefined;
}

/** Describes a database fault in one sentence for an operator, without row values; undefined for other faults. */
export function describeDatabaseFault(fault: unknown): OperatorText | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (fault instanceof UnknownSchema) return sameText(fault.message);
  const reason = refusalOf(fault) ?? outageOf(fault);
  return reason && operatorText("atSetting", { setting: settingOf(fault), reason });
}

function outageOf(fault: Error): OperatorText | undefined {
  const code = faultCode(fault);
  const outage = poolerOutage(fault);
  if (outage !== undefined) return operatorText(`pooler.${outage}`);
  if (isLoginUnanswered(fault)) return operatorText("database.unanswered");
  // ENOENT of a missing file and of a missing socket differ only in the system call.
  const isFile = code === "ENOENT" && !("syscall" in fault && fault.syscall === "connect");
  if (isDatabaseUnavailable(fault) && !isFile)
    return code === undefined ? operatorText("database.noConnection") : operatorText("database.unavailable", { code });
  return "severity" in fault ? operatorText("database.refused", { code: String(code) }) : undefined;
}
