import { useEffect } from "react";

/**
 * The password that was just chosen, in this page's memory and nowhere else: an outside gateway takes it in place of
 * a ticket. It is gone once it was taken, and when the last screen that needs it is left.
 */
let chosen: string | undefined;
let screens = 0;

export function keepChosenPassword(password: string): void {
  chosen = password;
}

export function takeChosenPassword(): string {
  const password = chosen ?? "";
  chosen = undefined;
  return password;
}

/** Keeps the password for as long as this screen, or the next one that calls this, stays. */
export function useChosenPassword(): void {
  useEffect(() => {
    screens += 1;
    window.addEventListener("pagehide", takeChosenPassword);
    return () => {
      screens -= 1;
      // The next screen comes in the same breath.
      setTimeout(() => {
        if (screens > 0) return;
        takeChosenPassword();
        window.removeEventListener("pagehide", takeChosenPassword);
      });
    };
  }, []);
}
