import { flow } from "@vestibule/catalogue/flow.table.ts";
import { UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { newPortalSession, type SessionContents } from "../portal-slices.server.ts";
import type { Maintenance, PortalRequestContext } from "../request/request-context.ts";
import { registrationSlice } from "../shared-slices/registration-slices.server.ts";
import { redirectForMaintenance } from "./planned-maintenance.server.ts";
import { roadblockSlice } from "./session-slice.server.ts";

const closed: Maintenance = { kind: "closed", until: "2030-01-02T06:00:00.000Z" };
const page = "/roadblock/maintenance";
const reference = "482913706";

async function open(path: string, about: { maintenance: Maintenance; session?: SessionContents; method?: string }) {
  const { maintenance, method = "GET" } = about;
  const session = newPortalSession(about.session);
  const requestContext = { session, maintenance: async () => maintenance } as unknown as PortalRequestContext;
  const url = new URL(path, "https://portal.example");
  const to = await redirectForMaintenance(requestContext, { method, url }).then(
    () => "no redirect",
    (response: Response) => response.headers.get("location"),
  );
  return { to, session, contents: session.contents as SessionContents };
}

describe("while the brand is closed", () => {
  test.each(["/", "/create-an-account/verify/code", "/webseal.do?TAM_OP=logout", "/legal", "/roadblock/technical"])(
    "redirects %s to the maintenance page",
    async (path) => {
      for (const method of ["GET", "POST"]) {
        const { to, session } = await open(path, { maintenance: closed, method });
        expect(to).toBe(page);
        expect(session.get(roadblockSlice)).toEqual({ id: "maintenance", planned: true, until: closed.until });
      }
    },
  );

  test("keeps a registration in progress", async () => {
    const { session } = await open("/", { maintenance: closed, session: { registration: { token: "t" } } });
    expect(session.get(registrationSlice)).toEqual({ token: "t" });
  });

  test("shows the maintenance page instead of another roadblock, with the end announced now", async () => {
    const { to, session, contents } = await open(page, {
      maintenance: closed,
      session: { roadblock: { id: "technical" } },
    });
    expect([to, session.get(roadblockSlice)?.until]).toEqual(["no redirect", closed.until]);
    const later = await open(page, { maintenance: { kind: "closed" }, session: contents });
    expect(later.session.get(roadblockSlice)).toEqual({ id: "maintenance", planned: true });
  });

  test("keeps the reference of the maintenance page, and drops that of another roadblock", async () => {
    const reference = "482913706";
    const again = await open(page, {
      maintenance: closed,
      session: { roadblock: { id: "maintenance", planned: true, reference } },
    });
    expect(again.session.get(roadblockSlice)?.reference).toBe(reference);
    const other = await open("/", { maintenance: closed, session: { roadblock: { id: "block", reference } } });
    expect(other.session.get(roadblockSlice)?.reference).toBeUndefined();
  });

  test.each(["/teams", "/agent-case", "/legal", "/legal/privacy/more"])("serves no %s", async (path) => {
    expect((await open(path, { maintenance: closed })).to).toBe(page);
  });

  test.each(["/preferences", "/roadblock/leave"])("serves %s and keeps the maintenance roadblock", async (path) => {
    const roadblock = { id: "maintenance", planned: true } as const;
    const { to, contents } = await open(path, { maintenance: closed, session: { roadblock } });
    expect([to, contents]).toEqual(["no redirect", { roadblock }]);
  });

  test.each([
    ...["/account", "/help", "/legal/privacy", "/agent", "/agent/case"],
    ...["/team", "/team/numbers.csv", "/team/audit", "/team/brands/belair/sentence", "/team/brands/belair/picture"],
  ])("serves %s and keeps the registration", async (path) => {
    const registration = { token: "t" };
    const roadblock = { id: "maintenance", planned: true } as const;
    const { to, contents } = await open(path, { maintenance: closed, session: { registration, roadblock } });
    expect([to, contents]).toEqual(["no redirect", { registration }]);
  });
});

describe("while the brand is open", () => {
  const maintenance: Maintenance = { kind: "open" };

  test("serves every page", async () => {
    expect((await open("/", { maintenance })).to).toBe("no redirect");
  });

  test("redirects the page of planned maintenance to the start", async () => {
    const planned = await open(page, {
      maintenance,
      session: { roadblock: { id: "maintenance", planned: true, reference } },
    });
    expect([planned.to, planned.contents]).toEqual(["/", {}]);
  });

  test("shows the page of an outage once, then redirects to the page of the registration in progress", async () => {
    const registration = { token: new UnsecuredJWT({ page: "VERIFY_CODE" }).encode() };
    const before: SessionContents = { roadblock: { id: "maintenance", reference }, registration };
    const { to, contents } = await open(page, { maintenance, session: before });
    expect(to).toBe("no redirect");
    const again = await open(page, { maintenance, session: contents });
    expect([again.to, again.contents]).toEqual([flow.VERIFY_CODE.path, { registration }]);
  });

  test.each([
    ["/?maintenancePageBypass=a.b.c", "/"],
    ["/forgot?language=fr&maintenancePageBypass=a.b.c&province=qc", "/forgot?language=fr&province=qc"],
    ["https://portal.example//evil.example/?maintenancePageBypass=a.b.c", "/evil.example/"],
  ])("A-155 removes an operator's bypass value from the URL: %s", async (path, to) => {
    expect((await open(path, { maintenance })).to).toBe(to);
  });
});

describe("while the API does not respond", () => {
  const maintenance: Maintenance = { kind: "unavailable" };

  test("serves every page, whose own calls report the error", async () => {
    expect((await open("/", { maintenance })).to).toBe("no redirect");
  });

  test("keeps the page of an outage, however often it is opened", async () => {
    const session: SessionContents = { roadblock: { id: "maintenance", reference } };
    for (const _time of [1, 2, 3]) expect((await open(page, { maintenance, session })).to).toBe("no redirect");
    expect((await open(page, { maintenance: { kind: "open" }, session })).to).toBe("/");
  });
});
