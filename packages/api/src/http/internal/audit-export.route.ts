import type { OpenAPIHono } from "@hono/zod-openapi";
import { auditExportEndpoints } from "@vestibule/contract/internal/audit-export.endpoint.ts";
import { positionAt, readAuditPage, startOfTrail } from "../../audit/audit-page.store.ts";
import { toExport } from "../../audit/exported-event.rule.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { readCursor, writeCursor } from "../../events/event-cursor.rule.ts";
import { readRestoreEpoch } from "../../flows/restore/restore.store.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse, fieldsOf, parseInput } from "../error-response.ts";

const pageLength = 200;

/** The audit trail for a system that keeps it too; `internalRoutes` checks the service credential before. */
export function addAuditExportRoutes(routes: OpenAPIHono<ApiEnvironment>, { database }: ApiDeps): void {
  const { read } = auditExportEndpoints;
  addEndpoint(routes, read, async ({ context, respond }) => {
    const query = parseInput(read.query, context.req.query());
    if (!query.success) return accountErrorResponse("invalidRequest", { fields: fieldsOf(query.error) });
    const { after, since, format } = query.data;
    const cursor = after === undefined ? undefined : readCursor(after);
    const isMalformed = after !== undefined && (cursor === undefined || cursor.brand !== undefined);
    if (isMalformed) return accountErrorResponse("invalidRequest", { fields: { after: "format" } });
    const epoch = await readRestoreEpoch(database);
    if (cursor !== undefined && cursor.epoch !== epoch) return accountErrorResponse("cursorExpired");
    const start = since === undefined ? startOfTrail : await positionAt(database, new Date(since));
    const { rows, next } = await readAuditPage(database, { after: cursor?.position ?? start, limit: pageLength });
    return respond(200, {
      events: rows.map((row) => toExport(row, format)),
      next: writeCursor({ brand: undefined, epoch, position: next }),
    });
  });
}
