import { useState } from "react";

/**
 * The alert of the newest response, and a function that replaces it by what happened in the browser. The next response
 * replaces both, also one with the same alert.
 */
export function useAlert<Alert extends string>(response: { alert?: Alert } | undefined) {
  const [replaced, setReplaced] = useState<{ response: typeof response; alert: Alert | undefined }>();
  const alert = replaced !== undefined && replaced.response === response ? replaced.alert : response?.alert;
  return [alert, (next: Alert | undefined) => setReplaced({ response, alert: next })] as const;
}
