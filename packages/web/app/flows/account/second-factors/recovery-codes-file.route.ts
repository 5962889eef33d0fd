import { recoveryCodeCount } from "@vestibule/catalogue/account.table.ts";
import {
  formatRecoveryCode,
  isRecoveryCode,
  normaliseRecoveryCode,
} from "@vestibule/contract/fields/recovery-code.rule.ts";
import { translate } from "../../../i18n/localize.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { rejectUnknownPost } from "../../../roadblock/not-found.server.ts";
import type { Route } from "./+types/recovery-codes-file.route";

/** Sends the codes that the page shows back as a text file, which works without a script; nothing is kept. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const form = await request.formData();
  const codes = String(form.get("codes") ?? "")
    .split(" ")
    .slice(0, recoveryCodeCount);
  if (!codes.every(isRecoveryCode)) return rejectUnknownPost();
  const { brand, language } = requestContext;
  const lines = [
    translate(requestContext, "account:recovery-codes.file.title", { brand: brand.name[language] }),
    translate(requestContext, "account:recovery-codes.file.use"),
    "",
    ...codes.map((code) => formatRecoveryCode(normaliseRecoveryCode(code))),
    "",
  ];
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${translate(requestContext, "account:recovery-codes.file.name")}.txt"`,
    "cache-control": "no-store",
  };
  return new Response(lines.join("\r\n"), { headers });
}
