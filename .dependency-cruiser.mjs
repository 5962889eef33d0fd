/** The house's one-way streets. `npm run check` holds the code against them, and against itself: a planted violation must be caught. */
const room = (name) => `^packages/${name}/`;
const source = "(\\.tsx?)$";

/** Rooms that a room may import, beside itself. */
const doors = {
  catalogue: [],
  wording: ["catalogue"],
  contract: ["catalogue"],
  api: ["catalogue", "contract", "wording"],
  web: ["catalogue", "contract", "wording"],
  vestibule: ["catalogue", "contract", "wording", "api", "web"],
};

const betweenRooms = Object.entries(doors).map(([name, allowed]) => ({
  name: `${name}-imports-only-${["itself", ...allowed].join("-")}`,
  severity: "error",
  from: { path: `${room(name)}.*${source}`, pathNot: "\\.test\\.tsx?$|/test/" },
  to: { path: "^packages/", pathNot: [name, ...allowed].map(room) },
}));

const insideApi = [
  ["platform", "capabilities|journeys|gateway|api"],
  ["capabilities", "journeys|gateway|api"],
  ["journeys", "gateway|api"],
].map(([from, to]) => ({
  name: `api-${from}-stands-below-${to.replaceAll("|", "-")}`,
  severity: "error",
  from: { path: `^packages/api/src/${from}/`, pathNot: "\\.test\\.ts$" },
  to: { path: `^packages/api/src/(${to})/` },
}));

const insideWeb = [
  ["design", "form|frame|roadblock|screens"],
  ["form", "frame|roadblock|screens"],
  ["visit", "design|form|frame|roadblock|screens"],
].map(([from, to]) => ({
  name: `web-${from}-stands-below-${to.replaceAll("|", "-")}`,
  severity: "error",
  from: { path: `^packages/web/app/${from}/`, pathNot: "\\.test\\.tsx?$" },
  to: { path: `^packages/web/app/(${to})/` },
}));

export default {
  forbidden: [
    ...betweenRooms,
    ...insideApi,
    ...insideWeb,
    {
      name: "no-journey-imports-another",
      severity: "error",
      from: { path: "^packages/api/src/journeys/([^/]+)/" },
      to: { path: "^packages/api/src/journeys/", pathNot: "^packages/api/src/journeys/$1/" },
    },
    {
      name: "no-circle",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-schema-library-in-the-browser",
      severity: "error",
      from: { path: "^packages/web/app/", pathNot: "\\.server\\.tsx?$|\\.test\\.tsx?$|\\.route\\.ts$" },
      to: { path: "node_modules/(zod|jose)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "a-pure-table-does-no-input-or-output",
      severity: "error",
      from: { path: "^packages/(catalogue|wording)/src/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core", "npm", "npm-dev"] },
    },
    {
      name: "what-is-imported-exists",
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
