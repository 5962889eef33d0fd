import { AwsV4Signer } from "aws4fetch";
import type { ProviderAccount, ProviderHttpRequest } from "./provider-api.port.ts";

/** Signs a request by Signature Version 4. The region is in the host: email.ca-central-1.amazonaws.com. */
export async function signForAws(
  { headers, body }: ProviderHttpRequest,
  { service, account }: { service: string; account: Pick<ProviderAccount, "endpoint" | "user" | "secret"> },
): Promise<ProviderHttpRequest> {
  const { endpoint, user, secret } = account;
  const credentials = { accessKeyId: user, secretAccessKey: secret };
  const signer = new AwsV4Signer({ method: "POST", url: endpoint.href, headers, body, service, ...credentials });
  const signed = await signer.sign();
  return { headers: Object.fromEntries(signed.headers), body };
}
