import { useEffect } from "react";

/**
 * The password just chosen, kept only in this page's memory: an external gateway accepts it in place of a ticket. It is
 * cleared once taken, and when the last screen that needs it unmounts.
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

/** Keeps the password while this screen, or the next one that calls this hook, is mounted. */
export function useChosenPassword(): void {
  useEffect(() => {
    screens += 1;
    window.addEventListener("pagehide", takeChosenPassword);
    return () => {
      screens -= 1;
      // The next screen mounts in the same task.
      setTimeout(() => {
        if (screens > 0) return;
        takeChosenPassword();
        window.removeEventListener("pagehide", takeChosenPassword);
      });
    };
  }, []);
}
