import { relative } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { root } from "../run.mjs";
import { sendTestEvent } from "./test-event.ts";

const command = `${process.env.TEST_MATRIX ? `TEST_MATRIX=${process.env.TEST_MATRIX} ` : ""}npx playwright test -c acceptance/playwright.config.ts`;

/** Reports each story as it starts and ends. */
export default class implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    sendTestEvent({ kind: "planned", total: suite.allTests().length });
  }

  onTestBegin(story: TestCase): void {
    sendTestEvent({ kind: "started", name: nameOf(story) });
  }

  onTestEnd(story: TestCase, { status, errors, duration }: TestResult): void {
    const hasFailed = status !== story.expectedStatus && status !== "skipped";
    const { file, line } = story.location;
    const again = `${command} ${relative(root, file)}:${line} --project=${story.parent.project()?.name}`;
    const error = errors.map(describeError).join("\n") || status;
    sendTestEvent({
      kind: "ended",
      name: nameOf(story),
      passed: status === "passed" && !hasFailed ? 1 : 0,
      failures: hasFailed ? [{ title: nameOf(story), error, command: again }] : [],
      seconds: duration / 1000,
    });
  }

  /** An error outside of a story, such as a server that does not start. */
  onError(error: TestError): void {
    const failure = { title: "an error outside of a story", error: describeError(error), command };
    sendTestEvent({ kind: "ended", name: "errors outside of stories", passed: 0, failures: [failure], seconds: 0 });
  }

  printsToStdio(): boolean {
    return false;
  }
}

function nameOf(story: TestCase): string {
  const [, project, file, ...titles] = story.titlePath();
  return `acceptance/${file} › ${titles.join(" › ")} [${project}]`;
}

function describeError({ message, value, location, snippet }: TestError): string {
  const place = location && `at ${relative(root, location.file)}:${location.line}`;
  return [message ?? value, place, snippet].filter((part) => part !== undefined).join("\n");
}
