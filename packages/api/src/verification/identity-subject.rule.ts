/** Limit key of one person under one brand, shared by every journey, session and channel. */
export function identityOf({ brandId, personKey }: { brandId: string; personKey: string }): string {
  return `${brandId}|${personKey}`;
}
