/** The import direction. `npm run check` verifies it; `test/boundaries.test.ts` plants one violation for each rule. */
const packageFolder = (name) => `^packages/${name}/`;
const source = "(\\.tsx?)$";

/** Packages that a package may import, in addition to itself. */
const allowedImports = {
  catalogue: [],
  wording: ["catalogue"],
  contract: ["catalogue"],
  api: ["catalogue", "contract", "wording"],
  web: ["catalogue", "contract", "wording"],
  vestibule: ["catalogue", "contract", "wording", "api", "web"],
  demo: ["catalogue", "contract", "wording", "api", "web", "vestibule"],
};

/** Tests, and the one file that loads demo mode, by a dynamic import. */
const exempt = "\\.test\\.tsx?$|/test/|^packages/vestibule/src/serve/open-server\\.ts$";

const betweenPackages = Object.entries(allowedImports).map(([name, allowed]) => ({
  name: `${name}-imports-only-${["itself", ...allowed].join("-")}`,
  severity: "error",
  from: { path: `${packageFolder(name)}.*${source}`, pathNot: exempt },
  to: { path: "^packages/", pathNot: [name, ...allowed].map(packageFolder) },
}));

/** Folders of the API that are not capabilities. */
const apiLayers = "platform|flows|gateway|http|test";

const insideApi = [
  { name: "platform", from: "platform/", to: `(?!platform/)[^/]+/` },
  { name: "capabilities", from: `(?!(${apiLayers})/)[^/]+/`, to: "(flows|gateway|http)/" },
  { name: "flows", from: "flows/", to: "(gateway|http)/" },
].map(({ name, from, to }) => ({
  name: `api-${name}-import-no-layer-above`,
  severity: "error",
  from: { path: `^packages/api/src/${from}`, pathNot: "\\.test\\.ts$" },
  to: { path: `^packages/api/src/${to}` },
}));

const insideWeb = [
  ["design", "form|frame|roadblock|flows"],
  ["form", "frame|roadblock|flows"],
  ["session", "shared-slices|request|i18n|api|design|form|frame|roadblock|flows"],
  ["shared-slices", "request|i18n|api|design|form|frame|roadblock|flows"],
  ["request", "i18n|api|design|form|frame|roadblock|flows"],
  ["i18n", "api|design|form|frame|roadblock|flows"],
  ["api", "flows"],
  ["roadblock|frame|gateway|staff", "flows"],
].map(([from, to]) => ({
  name: `web-${from.replaceAll("|", "-")}-imports-no-${to.replaceAll("|", "-")}`,
  severity: "error",
  from: { path: `^packages/web/app/(${from})/`, pathNot: "\\.test\\.tsx?$" },
  to: { path: `^packages/web/app/(${to})/` },
}));

export default {
  forbidden: [
    ...betweenPackages,
    ...insideApi,
    ...insideWeb,
    {
      name: "no-api-flow-imports-another",
      severity: "error",
      from: { path: "^packages/api/src/flows/([^/]+)/" },
      to: { path: "^packages/api/src/flows/", pathNot: "^packages/api/src/flows/$1/" },
    },
    {
      name: "production-loads-no-demo",
      severity: "error",
      from: { path: "^packages/(?!demo/)", pathNot: "\\.test\\.tsx?$|/test/" },
      to: { path: packageFolder("demo"), dynamic: false },
    },
    {
      name: "no-web-flow-imports-another",
      severity: "error",
      from: { path: "^packages/web/app/flows/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^packages/web/app/flows/", pathNot: "^packages/web/app/flows/$1/" },
    },
    {
      name: "web-folders-below-flows-reach-no-flow",
      severity: "error",
      from: {
        path: "^packages/web/app/(session|shared-slices|request|i18n|api|design|form|frame|roadblock|gateway|staff)/",
        pathNot: "\\.test\\.tsx?$",
      },
      to: { path: "^packages/web/app/flows/", reachable: true },
    },
    {
      name: "web-folders-import-no-list-of-slices",
      severity: "error",
      from: { path: "^packages/web/app/.+/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^packages/web/app/portal-slices\\.server\\.ts$" },
    },
    {
      name: "no-circular-import",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "browser-imports-no-schema-library",
      severity: "error",
      from: { path: "^packages/web/app/", pathNot: "\\.server\\.tsx?$|\\.test\\.tsx?$|\\.route\\.ts$" },
      to: { path: "node_modules/(zod|jose)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "tables-import-no-modules",
      severity: "error",
      from: { path: "^packages/(catalogue|wording)/src/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core", "npm", "npm-dev"] },
    },
    {
      name: "imports-resolve",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^\\./\\+types/|virtual:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|build/" },
    exclude: { path: "\\.react-router|packages/web/build" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
