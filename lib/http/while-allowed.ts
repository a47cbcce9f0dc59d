import { watchAccess } from "@/lib/auth/access-watch";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";

/**
 * Runs a call that may last for hours with a signal that also ends it when the caller may no longer wait: her token was
 * revoked or has expired, she signed out, her account was disabled. Throws unauthenticated then.
 */
export async function whileAllowed<T>(
  ctx: Context,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const access = watchAccess(ctx.app, ctx.actor);
  const ended = () =>
    new AppError("unauthenticated", "access has ended: sign in again, or use another token");
  try {
    const result = await work(AbortSignal.any([signal, access.signal]));
    if (access.signal.aborted) throw ended();
    return result;
  } catch (error) {
    throw access.signal.aborted ? ended() : error;
  } finally {
    access.stop();
  }
}
