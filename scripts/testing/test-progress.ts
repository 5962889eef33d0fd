import { stripVTControlCharacters } from "node:util";
import type { Failure, TestEvent } from "./test-event.ts";

interface Step {
  title: string;
  /** Names of what runs now. */
  running: Set<string>;
  ended: number;
  total: number;
  passed: number;
  failed: number;
  seconds: number | undefined;
}

interface Output {
  /** Whether the last line shows what runs, and is drawn again with every event. */
  isLive: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Prints a line for each file, story or check that ends, failures with their reason, and a summary at the end. */
export function createTestProgress(output: Output) {
  const steps: Step[] = [];
  const failures: Failure[] = [];

  const print = (lines: string) => {
    output.write(`${output.isLive ? "\r\u001b[K" : ""}${lines}\n`);
    drawStatus();
  };
  const drawStatus = () => {
    if (!output.isLive) return;
    const active = steps.filter(({ seconds }) => seconds === undefined);
    const counts = active.map(({ title, ended, total }) => (total > 1 ? `${title} ${ended}/${total}` : title));
    const names = active.flatMap(({ running }) => [...running].map((name) => name.replace(/^.*?([^/]+\.)/, "$1")));
    const status = `${counts.join(", ")}${failures.length > 0 ? `, ${failures.length} failed` : ""}: ${names.join(", ")}`;
    output.write(`\r\u001b[K${active.length > 0 ? status.slice(0, (output.columns ?? 80) - 1) : ""}`);
  };

  /** Adds a step; returns what records its events. */
  function addStep(title: string) {
    const step: Step = { title, running: new Set(), ended: 0, total: 1, passed: 0, failed: 0, seconds: undefined };
    steps.push(step);
    drawStatus();
    const end = ({ name, passed, failures: found, seconds }: Extract<TestEvent, { kind: "ended" }>) => {
      step.running.delete(name);
      step.ended += 1;
      step.passed += passed;
      step.failed += found.length;
      failures.push(...found);
      const place = step.total > 1 ? `${title} ${step.ended}/${step.total}  ` : "";
      const counts = passed + found.length > 1 ? `  ${passed} passed` : "";
      const result = found.length > 0 ? `${counts}  ${found.length} FAILED` : counts;
      print([`${place}${name}${result}  ${seconds.toFixed(1)} s`, ...found.map(describeFailure)].join("\n"));
    };
    return {
      record: (event: TestEvent) => {
        if (event.kind === "planned") step.total = event.total;
        if (event.kind === "started") step.running.add(event.name);
        if (event.kind === "ended") end(event);
        else drawStatus();
      },
      hasFailure: () => step.failed > 0,
      finish: (seconds: number) => {
        step.seconds = seconds;
        drawStatus();
      },
    };
  }

  /** Prints failures, then the steps, then the counts. Returns the number of failures. */
  function summarize(): number {
    const width = Math.max(...steps.map(({ title }) => title.length));
    const passed = steps.reduce((sum, step) => sum + step.passed, 0);
    const lines = [
      ...(failures.length > 0 ? ["", "Failed, each with the command that runs it again:"] : []),
      ...failures.map(({ title, error, command }) => `  ${title}\n    ${firstLine(error)}\n    ${command}`),
      "",
      ...steps.map(
        (step) =>
          `${step.title.padEnd(width)}  ${step.passed} passed, ${step.failed} failed, ${(step.seconds ?? 0).toFixed(1)} s`,
      ),
      "",
      `${passed} passed, ${failures.length} failed`,
    ];
    print(lines.join("\n"));
    return failures.length;
  }

  return { addStep, summarize };
}

function describeFailure({ title, error, command }: Failure): string {
  const indented = stripVTControlCharacters(error).trimEnd().replaceAll(/^/gm, "      ");
  return `  FAILED ${title}\n${indented}\n      again: ${command}`;
}

const firstLine = (text: string) => stripVTControlCharacters(text).split("\n")[0];
