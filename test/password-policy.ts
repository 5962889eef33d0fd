export const compositionPolicy = {
  rule: "composition",
  minLength: 10,
  maxLength: 64,
  lowercase: true,
  uppercase: true,
  digit: true,
  special: true,
  history: 5,
} as const;

export const passphrasePolicy = { rule: "passphrase", minLength: 15, maxLength: 64, history: 5 } as const;
