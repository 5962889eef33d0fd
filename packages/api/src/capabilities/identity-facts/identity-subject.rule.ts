/** Whose wrong answers are counted together: one person under one brand, whatever the journey, session or channel. */
export function identityOf({ brandId, personKey }: { brandId: string; personKey: string }): string {
  return `${brandId}|${personKey}`;
}
