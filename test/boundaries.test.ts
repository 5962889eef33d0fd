import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type IReporterOutput } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import boundaries from "../.dependency-cruiser.mjs";

/** One planted violation for each rule: the file and its forbidden import. */
const planted: Readonly<Record<string, { from: string; imports: string }>> = {
  "catalogue-imports-only-itself": {
    from: "packages/catalogue/src/a.table.ts",
    imports: "packages/api/src/http/x.route.ts",
  },
  "wording-imports-only-itself-catalogue": { from: "packages/wording/src/a.ts", imports: "packages/contract/src/x.ts" },
  "contract-imports-only-itself-catalogue": {
    from: "packages/contract/src/a.ts",
    imports: "packages/wording/src/x.ts",
  },
  "api-imports-only-itself-catalogue-contract-wording": {
    from: "packages/api/src/a.ts",
    imports: "packages/web/app/x.ts",
  },
  "web-imports-only-itself-catalogue-contract-wording": {
    from: "packages/web/app/a.ts",
    imports: "packages/api/src/http/x.route.ts",
  },
  "vestibule-imports-only-itself-catalogue-contract-wording-api-web": {
    from: "packages/vestibule/src/a.ts",
    imports: "packages/intruder/src/x.ts",
  },
  "demo-imports-only-itself-catalogue-contract-wording-api-web-vestibule": {
    from: "packages/demo/src/a.ts",
    imports: "packages/intruder/src/y.ts",
  },
  "production-loads-no-demo": {
    from: "packages/vestibule/src/serve/open-server.ts",
    imports: "packages/demo/src/x.ts",
  },
  "api-platform-import-no-layer-above": {
    from: "packages/api/src/platform/a.ts",
    imports: "packages/api/src/limits/x.ts",
  },
  "api-capabilities-import-no-layer-above": {
    from: "packages/api/src/limits/a.ts",
    imports: "packages/api/src/flows/one/x.ts",
  },
  "api-flows-import-no-layer-above": {
    from: "packages/api/src/flows/one/a.ts",
    imports: "packages/api/src/gateway/x.ts",
  },
  "web-design-imports-no-form-frame-roadblock-flows": {
    from: "packages/web/app/design/a.ts",
    imports: "packages/web/app/form/x.ts",
  },
  "web-form-imports-no-frame-roadblock-flows": {
    from: "packages/web/app/form/a.ts",
    imports: "packages/web/app/flows/x.ts",
  },
  "web-session-imports-no-shared-slices-request-i18n-api-design-form-frame-roadblock-flows": {
    from: "packages/web/app/session/a.ts",
    imports: "packages/web/app/flows/x.ts",
  },
  "web-shared-slices-imports-no-request-i18n-api-design-form-frame-roadblock-flows": {
    from: "packages/web/app/shared-slices/a.ts",
    imports: "packages/web/app/flows/x.ts",
  },
  "web-request-imports-no-i18n-api-design-form-frame-roadblock-flows": {
    from: "packages/web/app/request/a.ts",
    imports: "packages/web/app/flows/x.ts",
  },
  "web-folders-below-flows-reach-no-flow": {
    from: "packages/web/app/request/b.ts",
    imports: "packages/web/app/root.tsx",
  },
  "web-folders-import-no-list-of-slices": {
    from: "packages/web/app/flows/one/b.ts",
    imports: "packages/web/app/portal-slices.server.ts",
  },
  "web-i18n-imports-no-api-design-form-frame-roadblock-flows": {
    from: "packages/web/app/i18n/a.ts",
    imports: "packages/web/app/form/x.ts",
  },
  "web-roadblock-frame-gateway-staff-imports-no-flows": {
    from: "packages/web/app/roadblock/a.ts",
    imports: "packages/web/app/flows/x.ts",
  },
  "web-api-imports-no-flows": {
    from: "packages/web/app/api/a.ts",
    imports: "packages/web/app/flows/x.ts",
  },
  "no-api-flow-imports-another": {
    from: "packages/api/src/flows/two/a.ts",
    imports: "packages/api/src/flows/one/x.ts",
  },
  "no-web-flow-imports-another": {
    from: "packages/web/app/flows/two/a.ts",
    imports: "packages/web/app/flows/one/x.ts",
  },
  "no-circular-import": { from: "packages/api/src/circle/a.ts", imports: "packages/api/src/circle/b.ts" },
  "tables-import-no-modules": { from: "packages/catalogue/src/b.table.ts", imports: "node:fs" },
  "browser-imports-no-schema-library": { from: "packages/web/app/b.ts", imports: "node_modules/zod/index.js" },
  "imports-resolve": { from: "packages/api/src/c.ts", imports: "packages/api/src/nowhere.ts" },
};

let folder: string;
let caught: Set<string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "boundaries-"));
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const { from, imports } of Object.values(planted)) {
    const climb = "../".repeat(from.split("/").length - 1);
    const target = imports.startsWith("node:") ? imports : `${climb}${imports}`;
    put(from, `import * as violation from "${target}";\nexport const a = violation;\n`);
    if (!imports.startsWith("node:") && !imports.includes("nowhere")) put(imports, "export const x = 1;\n");
  }
  put("packages/web/app/root.tsx", 'import { x } from "./flows/one/y.ts";\nexport const root = x;\n');
  put("packages/web/app/flows/one/y.ts", "export const x = 1;\n");
  put("packages/api/src/circle/b.ts", 'import { a } from "./a.ts";\nexport const b = a;\n');
  const { tsConfig: _ours, exclude: _built, ...options } = boundaries.options;
  const result: IReporterOutput = await cruise(["packages"], {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: boundaries.forbidden } as never,
  } as never);
  const { summary } = result.output as { summary: { violations: { rule: { name: string }; from: string }[] } };
  caught = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the boundary check", () => {
  it("has a planted violation for each of its rules", () => {
    expect(Object.keys(planted).sort()).toEqual(boundaries.forbidden.map((rule) => rule.name).sort());
  });

  it.each(boundaries.forbidden.map((rule) => rule.name))("catches a violation of %s", (name) => {
    expect(caught).toContain(`${name} ${planted[name]?.from}`);
  });
});
