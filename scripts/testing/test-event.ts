/** A failed check, test or story. */
export interface Failure {
  title: string;
  error: string;
  /** Runs only this one again. */
  command: string;
}

/** What a step reports while it runs, over the channel to `scripts/test.ts`. */
export type TestEvent =
  | { kind: "planned"; total: number }
  | { kind: "started"; name: string }
  | { kind: "ended"; name: string; passed: number; failures: Failure[]; seconds: number };

/** Sends an event to the parent process. */
export function sendTestEvent(event: TestEvent): void {
  process.send?.(event);
}

/** Quotes an argument for a shell. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
