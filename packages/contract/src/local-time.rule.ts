/**
 * The moment of a typed local time such as 2026-11-28T06:00. Undefined where it is none, such as 30 February or an hour
 * that the clocks skip in spring.
 */
export function momentOfLocalTime(typed: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return undefined;
  const asUtc = new Date(`${typed}Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  // The second pass takes the offset of the moment itself, which differs near a change of clocks.
  const nearby = new Date(asUtc.getTime() - offsetMillis(asUtc, timeZone));
  const moment = new Date(asUtc.getTime() - offsetMillis(nearby, timeZone));
  return localTime(moment, timeZone).slice(0, typed.length) === typed ? moment : undefined;
}

/** Swedish writes a time in the form of ISO 8601. */
const localTime = (moment: Date, timeZone: string) => moment.toLocaleString("sv-SE", { timeZone }).replace(" ", "T");

/** How far local time is ahead of UTC. */
function offsetMillis(moment: Date, timeZone: string): number {
  return Date.parse(`${localTime(moment, timeZone)}Z`) - Math.floor(moment.getTime() / 1000) * 1000;
}
