import { serverAnswers } from "./http";
import { setLeaving } from "./session-end";

/** Signs this browser out on the server and leaves for the sign-in page. False when that did not work. */
export async function leaveAccount(): Promise<boolean> {
  setLeaving(true);
  try {
    if (await serverAnswers()) {
      const { signOut } = await import("next-auth/react"); // on every page, and seldom used
      await signOut({ callbackUrl: "/sign-in" });
      return true;
    }
  } catch {
    // told like a server that does not answer
  }
  setLeaving(false);
  return false;
}
