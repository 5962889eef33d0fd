/** The id by which an authenticator keeps an account apart from others: the account's random id. */
export function userHandleOf(accountId: string): Buffer {
  return Buffer.from(accountId.replaceAll("-", ""), "hex");
}
