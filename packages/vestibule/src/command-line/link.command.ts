import { issueLinkFor } from "@vestibule/api/flows/email-link/issue-link.ts";
import { issueRefusals } from "@vestibule/api/links/issue-refusal.table.ts";
import { createNotifier } from "@vestibule/api/messages/notifier.adapter.ts";
import { linkOrderBody } from "@vestibule/contract/v1/link.schema.ts";
import { openBrands } from "../serve/open-brands.ts";
import { portalOrigin } from "../serve/portal-origin.rule.ts";
import { StartupError } from "../serve/startup-error.ts";
import { type CommandResult, checkedSettings, refusal } from "./command-io.ts";
import { withPeople } from "./with-people.ts";

/** Options of the command, not yet parsed. */
export interface LinkCommand {
  policy: string;
  company: string;
  role: string;
  action: string;
  src: string;
  brand?: string;
  email?: string;
  expiresInHours?: string;
  /** False with --no-message. */
  message: boolean;
}

/** `vestibule link issue`: prints the link's URL. A running server sends its message. */
export async function issueLinkCommand(options: LinkCommand): Promise<CommandResult> {
  const { policy, role, expiresInHours, message, ...target } = options;
  const hours = expiresInHours === undefined ? {} : { expiresInHours: Number(expiresInHours) };
  const order = linkOrderBody.safeParse({ ...target, policyNumber: policy, role: Number(role), ...hours });
  if (!order.success)
    throw new StartupError(order.error.issues.map(({ path, message: fault }) => `${path.join(".")}: ${fault}`));
  const settings = checkedSettings();
  const brands = await openBrands(settings);
  const result = await withPeople(settings, brands, ({ actor, ...tools }) => {
    const deps = {
      ...tools,
      notifier: createNotifier({ brands, mode: settings.mode }),
      originOf: (brand: Parameters<typeof portalOrigin>[0]) => portalOrigin(brand, settings),
    };
    return issueLinkFor(deps, { ...order.data, actor, message: message ? "sent" : "withheld" });
  });
  if (result.kind === "issued") return { text: result.url, data: { url: result.url } };
  return refusal(`No link: ${issueRefusals[result.refusal].reason}.`, result.refusal);
}
