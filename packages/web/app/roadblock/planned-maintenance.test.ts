import { describe, expect, test } from "vitest";
import type { Maintenance, PortalSession, PortalVisit } from "../visit/visit.ts";
import { standAsideForMaintenance } from "./planned-maintenance.server.ts";

const closed: Maintenance = { kind: "closed", until: "2030-01-02T06:00:00.000Z" };
const page = "/roadblock/maintenance";

async function open(address: string, about: { maintenance: Maintenance; session?: PortalSession; method?: string }) {
  const { maintenance, session = {}, method = "GET" } = about;
  const visit = { session, maintenance: async () => maintenance } as unknown as PortalVisit;
  const url = new URL(address, "https://portal.example");
  const to = await standAsideForMaintenance(visit, { method, url }).then(
    () => "goes on",
    (answer: Response) => answer.headers.get("location"),
  );
  return { to, session };
}

describe("while the brand is closed", () => {
  test.each([
    "/",
    "/create-an-account/verify/code",
    "/webseal.do?TAM_OP=logout",
    "/legal/privacy",
    "/roadblock/technical",
  ])("%s leads to the page that says so", async (address) => {
    for (const method of ["GET", "POST"]) {
      const { to, session } = await open(address, { maintenance: closed, method });
      expect(to).toBe(page);
      expect(session.roadblock).toEqual({ id: "maintenance", planned: true, until: closed.until });
    }
  });

  test("a registration under way is still there afterwards", async () => {
    const { session } = await open("/", { maintenance: closed, session: { registration: { token: "t" } } });
    expect(session.registration).toEqual({ token: "t" });
  });

  test("that page is drawn, in front of any other roadblock, with the end that is announced now", async () => {
    const { to, session } = await open(page, { maintenance: closed, session: { roadblock: { id: "technical" } } });
    expect([to, session.roadblock?.until]).toEqual(["goes on", closed.until]);
    const later = await open(page, { maintenance: { kind: "closed" }, session });
    expect(later.session.roadblock).toEqual({ id: "maintenance", planned: true });
  });

  test.each(["/preferences", "/roadblock/leave", "/icon.svg", "/home"])("%s goes on", async (address) => {
    expect((await open(address, { maintenance: closed })).to).toBe("goes on");
  });
});

describe("while the brand is open", () => {
  const maintenance: Maintenance = { kind: "open" };

  test("every page goes on", async () => {
    expect((await open("/", { maintenance })).to).toBe("goes on");
  });

  test("the page of planned maintenance leads to the start, the one of a fault stays", async () => {
    const planned = await open(page, { maintenance, session: { roadblock: { id: "maintenance", planned: true } } });
    expect([planned.to, planned.session]).toEqual(["/", {}]);
    expect((await open(page, { maintenance, session: { roadblock: { id: "maintenance" } } })).to).toBe("goes on");
  });

  test.each([
    ["/?maintenancePageBypass=a.b.c", "/"],
    ["/forgot?language=fr&maintenancePageBypass=a.b.c&province=qc", "/forgot?language=fr&province=qc"],
    ["https://portal.example//evil.example/?maintenancePageBypass=a.b.c", "/evil.example/"],
  ])("A-155 an operator's value leaves the address: %s", async (address, to) => {
    expect((await open(address, { maintenance })).to).toBe(to);
  });
});
