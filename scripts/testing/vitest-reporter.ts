import { relative } from "node:path";
import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";
import { root } from "../run.mjs";
import { type Failure, quoteForShell, sendTestEvent } from "./test-event.ts";

type ReportedError = Pick<SerializedError, "name" | "message" | "stack"> & { diff?: string };

/** Reports each test file as it starts and ends. */
export default class implements Reporter {
  onTestRunStart(files: readonly TestSpecification[]): void {
    sendTestEvent({ kind: "planned", total: files.length });
  }

  onTestModuleQueued(file: TestModule): void {
    sendTestEvent({ kind: "started", name: file.relativeModuleId });
  }

  onTestModuleEnd(file: TestModule): void {
    const { duration, collectDuration } = file.diagnostic();
    sendTestEvent({
      kind: "ended",
      name: file.relativeModuleId,
      passed: [...file.children.allTests("passed")].length,
      failures: failuresOf(file),
      seconds: (duration + collectDuration) / 1000,
    });
  }

  onTestRunEnd(_files: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (errors.length === 0) return;
    const failures = errors.map((error) => ({
      title: "an error outside of a test",
      error: describeErrors([error]),
      command: "npx vitest run",
    }));
    sendTestEvent({ kind: "ended", name: "errors outside of tests", passed: 0, failures, seconds: 0 });
  }
}

/** Lists failed tests, and failed hooks and imports of the file. */
function failuresOf(file: TestModule): Failure[] {
  const command = `npx vitest run ${file.relativeModuleId}`;
  const ofHooks = [file, ...file.children.allSuites()].flatMap((suite) => suite.errors());
  return [
    ...(ofHooks.length > 0
      ? [{ title: `${file.relativeModuleId} › import and hooks`, error: describeErrors(ofHooks), command }]
      : []),
    ...[...file.children.allTests("failed")].map((test) => ({
      title: `${file.relativeModuleId} › ${test.fullName.replaceAll(" > ", " › ")}`,
      error: describeErrors(test.result().errors ?? []),
      command: `${command} -t ${quoteForShell(patternOf(test))}`,
    })),
  ];
}

/** Matches the name of the test, which vitest reads as a regular expression. */
const patternOf = ({ fullName }: TestCase) => fullName.replaceAll(" > ", " ").replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function describeErrors(errors: readonly ReportedError[]): string {
  return errors
    .map(({ name, message, stack = "", diff }) => {
      const frame = stack.split("\n").find((line) => line.includes(root) && !line.includes("node_modules"));
      return [`${name}: ${message}`, diff, frame?.trim().replaceAll(/(file:\/\/)?\/\S*/g, shortenPath)]
        .filter((part) => part !== undefined)
        .join("\n");
    })
    .join("\n");
}

const shortenPath = (path: string) => relative(root, path.replace("file://", ""));
