import { once } from "node:events";
import { type AddressInfo, createServer, type ListenOptions } from "node:net";
import { expect, test } from "vitest";
import { asStartupError, describeDatabaseFault } from "./startup-error.ts";

async function faultAt(options: ListenOptions): Promise<unknown> {
  const [fault] = await once(createServer().listen(options), "error").catch((fault) => [fault]);
  return fault;
}

async function withTakenPort(work: (port: number) => Promise<void>): Promise<void> {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  await work((taken.address() as AddressInfo).port);
  taken.close();
}

test("a port that is taken is named by its setting", () =>
  withTakenPort(async (port) => {
    const fault = await faultAt({ port, host: "127.0.0.1" });
    const message = (text: string) =>
      `Vestibule does not start:\n  ${text} is already in use: stop the other program, or set another port`;
    expect(asStartupError(fault, { port, internalPort: 1 })).toMatchObject({ message: message(`PORT ${port}`) });
    expect(asStartupError(fault, { port: 1, internalPort: port })).toMatchObject({
      message: message(`INTERNAL_PORT ${port}`),
    });
  }));

test.each(["192.0.2.1", "host.invalid"])("HOST %s is not an address of this machine", async (host) => {
  const fault = await faultAt({ port: 0, host });
  expect(asStartupError(fault, { port: 0, host })).toMatchObject({
    lines: [`HOST ${host} is not an address of this machine`],
  });
});

test("reports a query that took too long as slow, not as an unavailable PostgreSQL", () => {
  const cancelled = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  expect(describeDatabaseFault(cancelled)).toEqual({
    en: "DATABASE_URL: a query took longer than its limit (57014)",
    fr: "DATABASE_URL\u00a0: une requête a dépassé sa limite de temps (57014)",
  });
});

test("a PostgreSQL without TLS is told from one that does not respond", () => {
  const fault = new Error("The server does not support SSL connections");
  expect(describeDatabaseFault(fault)?.en).toBe("DATABASE_URL: the server offers no TLS, which sslmode asks for");
  expect(describeDatabaseFault(new Error("Connection terminated unexpectedly"))?.en).toContain("does not respond");
});
