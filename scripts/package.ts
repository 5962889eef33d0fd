/**
 * Writes the installable package, `build/vestibule-VERSION.tgz`: the built portal, the brands and the servers' sources
 * as JavaScript, because Node runs no TypeScript below node_modules. Prints the archive's path and size.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./run.mjs";

interface Manifest {
  name: string;
  version: string;
  type?: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Workspace folders in the package, with their files that are not sources. */
const folders: Readonly<Record<string, readonly string[]>> = {
  brands: ["*/**", "*.json"],
  "packages/api": [],
  "packages/catalogue": [],
  "packages/contract": ["examples/**"],
  "packages/demo": ["sample/**"],
  "packages/vestibule": ["bin/**"],
  "packages/web": ["build/**", "app/**/*.ts"],
  "packages/wording": [],
};
const output = join(root, "build");
const staged = join(output, "package");

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
const asJavaScript = (name: string) => name.replace(/\.ts$/, ".js");

function write(file: string, content: string | Buffer) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function transpile(source: string): string {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2024,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

function stageWorkspace(folder: string, files: readonly string[]): Manifest {
  const manifest: Manifest = readJson(`${folder}/package.json`);
  const target = join(staged, "node_modules", manifest.name);
  const cwd = join(root, folder);
  const exclude = (name: string) => /\.test\.tsx?$|(^|\/)test$/.test(name);
  for (const name of globSync(["src/**/*", "migrations/*", ...files], { cwd, exclude })) {
    if (statSync(join(cwd, name)).isDirectory()) continue;
    const content = readFileSync(join(cwd, name));
    if (name.endsWith(".ts")) write(join(target, asJavaScript(name)), transpile(content.toString()));
    else write(join(target, name), name.endsWith(".mjs") ? content.toString().replace("main.ts", "main.js") : content);
  }
  const { name, version, type, exports = {} } = manifest;
  const sources = { "./*.ts": "./src/*.js" };
  const entries = Object.entries(exports).map(([path, file]) => [path, asJavaScript(file)]);
  writeJson(join(target, "package.json"), {
    name,
    version,
    type,
    exports: { ...sources, ...Object.fromEntries(entries) },
  });
  return manifest;
}

/** Reads the tested versions of the dependencies from the lock file. */
function shrinkwrap({ name, version, ...manifest }: { name: string; version: string; bundleDependencies: string[] }) {
  const { packages, ...lock } = readJson("package-lock.json");
  const installed = Object.entries<{ dev?: true; link?: true }>(packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
    .map(([path, entry]) => [path.replace(/^packages\/[^/]+\//, ""), entry]);
  const inBundle = manifest.bundleDependencies.map((id) => [`node_modules/${id}`, { version, inBundle: true }]);
  return {
    ...lock,
    name,
    version,
    packages: { "": { name, version, ...manifest }, ...Object.fromEntries([...installed, ...inBundle]) },
  };
}

rmSync(staged, { recursive: true, force: true });
const manifests = Object.entries(folders).map(([folder, files]) => stageWorkspace(folder, files));
const bundled = Object.fromEntries(manifests.map(({ name, version }) => [name, version]));
const dependencies = Object.fromEntries(
  manifests.flatMap(({ dependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...optionalDependencies }),
  ),
);
const project = readJson("package.json");
const { name, version, description, license, type, engines } = project;
const manifest = {
  name,
  version,
  description,
  license,
  type,
  engines,
  bin: { vestibule: "bin/vestibule.mjs" },
  dependencies: { ...project.dependencies, ...dependencies, ...bundled },
  bundleDependencies: Object.keys(bundled),
};
writeJson(join(staged, "package.json"), manifest);
writeJson(join(staged, "npm-shrinkwrap.json"), shrinkwrap(manifest));
write(
  join(staged, "bin/vestibule.mjs"),
  '#!/usr/bin/env node\nimport "../node_modules/@vestibule/vestibule/bin/vestibule.mjs";\n',
);
for (const file of ["README.md", "README.fr.md", "LICENSE"]) cpSync(join(root, file), join(staged, file));

const [packed] = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--pack-destination", output], { cwd: staged, encoding: "utf8" }),
);
console.log(`build/${packed.filename}: ${(packed.size / 1e6).toFixed(1)} MB, ${packed.entryCount} files`);
