import { flow, type Page, type RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import type { FlowRow } from "@vestibule/catalogue/flow-row.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";

/** Whether a page of smart registration allows a call. Page, back and cancel are always allowed. */
export function allowsCall(page: Page, call: RegistrationCall): boolean {
  const { calls = [] }: FlowRow = flow[page];
  return call === "page" || call === "back" || call === "cancel" || calls.includes(call);
}

/** Whether `identify` accepts `{method: "policyNumber"}` on a page. */
export function offersPolicyNumber(page: Page): boolean {
  const { next }: FlowRow = flow[page];
  return next.some(({ event }) => event === "policyNumberPreferred");
}

/** Whether a flow's row allows going on to a page. */
export function canTransitionTo(row: FlowRow, page: string): boolean {
  return row.next.some((next) => next.page === page);
}

type RecoveryRows = typeof recoveryFlow;

/** Path of the page that follows a page of the password reset after an event. */
export function pathAfter<From extends keyof RecoveryRows>(
  from: From,
  event: RecoveryRows[From]["next"][number]["event"],
): string {
  const { next }: FlowRow = recoveryFlow[from];
  const page = next.find((one) => one.event === event)?.page;
  const rows: Readonly<Record<string, FlowRow>> = { ...recoveryFlow, ACCOUNT_TYPE: flow.ACCOUNT_TYPE };
  return rows[page ?? from]?.path ?? recoveryFlow[from].path;
}
