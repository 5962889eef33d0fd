import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { messagesTo, Recoverer } from "../../../../../../test/recovery.ts";

export async function openRecoveryTest() {
  const testApi = await openTestApi();
  const person = new Recoverer(testApi);
  let unknownUsers = 0;
  const unknownUser = () => `unknown${++unknownUsers}@courrier.example`;
  const mailsTo = async (email: string) => (await messagesTo(testApi, email)).map(({ kind }) => kind);

  return { testApi, person, unknownUser, mailsTo };
}
