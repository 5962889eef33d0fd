/** Secure randomness as an argument, so that a test can count what is drawn. */
export interface Random {
  /** A whole number from `from` to `to`, both included, uniformly. */
  integer(from: number, to: number): number;
  /** `bytes` random bytes as unpadded base64url. */
  token(bytes: number): string;
}
