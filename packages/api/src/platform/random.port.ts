/** Secure randomness, injected so that tests can count draws. */
export interface Random {
  /** An integer from `from` to `to`, both inclusive, uniformly distributed. */
  integer(from: number, to: number): number;
  /** `bytes` random bytes as unpadded base64url. */
  token(bytes: number): string;
}
