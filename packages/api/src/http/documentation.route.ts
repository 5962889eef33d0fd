import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OpenAPIHono } from "@hono/zod-openapi";
import { policyDirectoryEndpoints } from "@vestibule/contract/directory/policy-directory.endpoint.ts";
import { Hono } from "hono";
import { describeEndpoint } from "./endpoint.route.ts";

/** The data: images are Swagger UI's icons. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vestibule API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="reader"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#reader", deepLinking: true, validatorUrl: null });
`;

const packaged = (file: string) => () =>
  readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`)), "utf8");

const files: Readonly<Record<string, { type: string; read: () => string }>> = {
  "/api/docs": { type: "text/html", read: () => page },
  "/api/docs/start.js": { type: "text/javascript", read: () => start },
  "/api/docs/swagger-ui.css": { type: "text/css", read: packaged("swagger-ui.css") },
  "/api/docs/swagger-ui-bundle.js": { type: "text/javascript", read: packaged("swagger-ui-bundle.js") },
};

/** Describes the calls that an insurer's policy directory answers. */
function directoryDescription() {
  const described = new OpenAPIHono();
  described.openAPIRegistry.registerComponent("securitySchemes", "service", { type: "http", scheme: "bearer" });
  for (const endpoint of Object.values(policyDirectoryEndpoints))
    described.openAPIRegistry.registerPath(describeEndpoint(endpoint));
  return described.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Policy directory of an insurer, as Vestibule asks it", version: "1" },
  });
}

/** Serves Swagger UI from an installed package, without requests to another host. */
export function documentationRoutes(): Hono {
  const routes = new Hono();
  routes.get("/api/policy-directory/openapi.json", (context) => context.json(directoryDescription()));
  const cache = new Map<string, string>();
  for (const [path, { type, read }] of Object.entries(files))
    routes.get(path, (context) => {
      const text = cache.get(path) ?? read();
      cache.set(path, text);
      return context.body(text, 200, {
        "content-type": `${type}; charset=utf-8`,
        "content-security-policy": policy,
        "cache-control": "no-store",
      });
    });
  return routes;
}
