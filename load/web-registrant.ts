import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { BenchServer } from "./bench-server.ts";
import { Registrant } from "./registrant.ts";
import { WebVisitor } from "./web-visitor.ts";

/** Opens the code page of a new registration in a browser by posting each form. Awaits `between` before each form. */
export async function openCodePage(
  benchServer: BenchServer,
  between: () => Promise<unknown> = async () => {},
): Promise<{ browser: WebVisitor; person: Registrant }> {
  const browser = new WebVisitor(benchServer);
  const person = new Registrant(benchServer);
  await browser.open("/create-an-account/start");
  await between();
  await browser.submit(flow.ACCOUNT_TYPE.path, { accountType: "policyHolder" }, flow.EMAIL_IDENTIFICATION.path);
  await between();
  await browser.submit(flow.EMAIL_IDENTIFICATION.path, { email: person.person.email }, flow.VERIFY_OPTIONS.path);
  const options = await browser.get(flow.VERIFY_OPTIONS.path);
  await between();
  // The first option is the e-mail.
  const codeOption = /name="codeOption"[^>]*value="([^"]+)"/.exec(options.text())?.[1] ?? "";
  await browser.submit(flow.VERIFY_OPTIONS.path, { codeOption }, flow.VERIFY_CODE.path);
  return { browser, person };
}
