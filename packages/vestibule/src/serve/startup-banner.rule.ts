import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";

export interface StartupUrls {
  port: number;
  /** Port of `/internal` and `/agent`. */
  internalPort: number;
  brands: BrandBook;
  /** IPs of this machine that are reachable in its network. */
  addresses: readonly string[];
  serviceCredential: string | undefined;
  /** Secrets of the agents that demo mode created, by id. */
  agents: Readonly<Record<string, string>>;
}

/** What demo mode prints once it is ready: the URLs to open, most important first. */
export function startupBanner({
  port,
  internalPort,
  brands,
  addresses,
  serviceCredential,
  agents,
}: StartupUrls): string {
  const brandLines = brands.brands.map(({ id, name }) => line(`http://${id}.localhost:${port}`, name.en));
  const network = addresses.map((address) => `    http://${address}:${port}/demo`);
  const agentLines = Object.entries(agents).map(([id, secret]) => `    ${id.padEnd(12)}${secret}`);
  return [
    "",
    "  Vestibule is open, in demo mode.",
    "",
    line(`http://localhost:${port}`, "the entrance"),
    line(`http://localhost:${port}/demo`, "people to try, outbox, screens"),
    line(`http://localhost:${internalPort}/agent`, "the call centre's page"),
    "",
    "  Every brand has a host of its own:",
    ...brandLines,
    ...(network.length > 0 ? ["", "  From a telephone in the same network:", ...network] : []),
    ...(serviceCredential ? ["", `  Bearer secret for /internal: ${serviceCredential}`] : []),
    ...(agentLines.length > 0 ? ["", "  Agents at /agent, with their secrets:", ...agentLines] : []),
    "",
    "  Ctrl-C stops it.",
    "",
  ].join("\n");
}

const line = (address: string, about: string) => `    ${address.padEnd(38)}${about}`;
