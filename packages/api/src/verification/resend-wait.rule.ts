import { ttl } from "@vestibule/catalogue/ttl.table.ts";

/** When another code may be requested. */
export function resendAvailableAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + ttl.resendWaitSeconds * 1000);
}

/** Seconds until another code may follow the one sent at this ISO time; 0 when it may now or none was sent. */
export function resendWaitSeconds(sentAt: string | undefined, now: Date): number {
  if (sentAt === undefined) return 0;
  return Math.max(0, Math.ceil((resendAvailableAt(new Date(sentAt)).getTime() - now.getTime()) / 1000));
}
