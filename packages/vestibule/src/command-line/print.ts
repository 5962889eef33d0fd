/** Prints to standard output with a line end. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints to standard error with a line end. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}
