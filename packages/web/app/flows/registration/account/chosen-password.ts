import { useEffect } from "react";

/**
 * The password that the person has just chosen, which an external gateway accepts in place of a ticket. It is only in
 * the memory of this page, and is cleared once it is consumed or the last screen that needs it unmounts.
 */
let chosen: string | undefined;
let screens = 0;

export function keepChosenPassword(password: string): void {
  chosen = password;
}

export function consumeChosenPassword(): string {
  const password = chosen ?? "";
  chosen = undefined;
  return password;
}

/** Keeps the password while this screen, or the next one that calls this hook, is mounted. */
export function useChosenPassword(): void {
  useEffect(() => {
    screens += 1;
    window.addEventListener("pagehide", consumeChosenPassword);
    return () => {
      screens -= 1;
      // Waits until the next screen, which mounts in the same task, has counted itself.
      setTimeout(() => {
        if (screens > 0) return;
        consumeChosenPassword();
        window.removeEventListener("pagehide", consumeChosenPassword);
      });
    };
  }, []);
}
