import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { newId } from "@/lib/ids";
import { emailField } from "./email";
import { isSetUp } from "./set-up";

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Only an address that the provider says it has verified. */
  readonly email: string | undefined;
  readonly name: string;
}

/** Why nobody is signed in; shown by the sign-in page. */
export type IdentityRefusal = "OidcNoEmail" | "OidcDisabled" | "OidcNotSetUp" | "OidcOtherPerson";

const rows = z.array(z.object({ id: z.string(), disabled: z.boolean() }));

/**
 * The account of a person at the OpenID Connect provider: the one signed in with before, else the one with the verified
 * address, else a new member. An account that is somebody's at this provider is not given to another person there who has
 * got the same address since. Whoever the provider lets in may sign in; the first admin is made on the first-run page.
 */
export async function findOrAddIdentity(
  app: Pick<App, "db">,
  { issuer, subject, email, name }: Identity,
): Promise<{ readonly id: string } | IdentityRefusal> {
  return app.db.transaction(async (tx) => {
    if (!(await isSetUp(tx))) return "OidcNotSetUp";
    const findLinked = async () =>
      rows.parse([
        ...(await tx.execute(sql`
          SELECT u.id, u.disabled_at IS NOT NULL AS disabled FROM user_identities i JOIN users u ON u.id = i.user_id
          WHERE i.issuer = ${issuer} AND i.subject = ${subject}`)),
      ])[0];
    const admit = (user: { id: string; disabled: boolean }) =>
      user.disabled ? ("OidcDisabled" as const) : { id: user.id };
    const linked = await findLinked();
    if (linked !== undefined) return admit(linked);
    const address = emailField.safeParse(email);
    if (!address.success) return "OidcNoEmail";
    // Written first and read afterwards: two first sign-ins at once wait for each other here, and find one account.
    await tx.execute(sql`
      INSERT INTO users (id, email, name, role) VALUES (${newId()}, ${address.data}, ${name}, 'member') ON CONFLICT DO NOTHING`);
    await tx.execute(sql`
      INSERT INTO user_identities (issuer, subject, user_id)
      SELECT ${issuer}, ${subject}, u.id FROM users u WHERE lower(u.email) = ${address.data} AND u.disabled_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM user_identities i WHERE i.user_id = u.id AND i.issuer = ${issuer})
      ON CONFLICT DO NOTHING`);
    const now = await findLinked();
    if (now !== undefined) return admit(now);
    const [owner] = rows.parse([
      ...(await tx.execute(sql`
        SELECT id, disabled_at IS NOT NULL AS disabled FROM users WHERE lower(email) = ${address.data}`)),
    ]);
    return owner?.disabled === false ? "OidcOtherPerson" : "OidcDisabled";
  });
}
