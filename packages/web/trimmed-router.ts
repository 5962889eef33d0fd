import { type ESTree, type Plugin, Visitor } from "vite";

/** What the portal does not use of React Router in the browser, with a value that lets the bundler drop it. */
const unused = [
  { file: "lib/router/router.js", code: "init.instrumentations", value: "undefined" },
  { file: "lib/router/router.js", code: "consumeInstrumentationClientResultMetaReceiver(router)", value: "undefined" },
  // The manifest has all routes.
  { file: "lib/dom/ssr/fog-of-war.js", code: "!isFogOfWarEnabled(routeDiscovery, ssr)", value: "true" },
];

/** Functions whose last argument is a message to developers. */
const assertions = /^(UNSAFE_)?(invariant|warning|warnOnce)$/;

/**
 * Leaves out of the browser's React Router what the portal does not use, and the texts of its assertions, as React does
 * with its own. They still throw. The build fails where an upgrade no longer has one of the rows.
 */
export const trimmedRouter: Plugin = {
  name: "trimmed-router",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler(source, id) {
      let code = source;
      for (const row of unused.filter(({ file }) => id.endsWith(file))) {
        if (!code.includes(row.code)) this.error(`React Router no longer has ${row.code} in ${row.file}`);
        code = code.replaceAll(row.code, row.value);
      }
      for (const { start, end } of messagesIn(this.parse(code))) code = code.slice(0, start) + code.slice(end);
      return { code, map: null };
    },
  },
};

/** Source ranges from the end of an assertion's condition to the end of its message, last first. */
function messagesIn(program: ESTree.Program): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [condition, message] }) {
      if (callee.type === "Identifier" && assertions.test(callee.name) && condition && message)
        found.push({ start: condition.end, end: message.end });
    },
  }).visit(program);
  return found.sort((one, other) => other.start - one.start);
}
