/** Structured log. `facts` contain ids, results and reasons only, never a name, e-mail, code, token or password. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void;
  warn(event: string, facts?: Record<string, unknown>): void;
  error(event: string, facts?: Record<string, unknown>): void;
}
