import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { insertUser } from "./add-user";
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
export type IdentityRefusal = "OidcNoEmail" | "OidcDisabled" | "OidcNotSetUp";

const rows = z.array(z.object({ id: z.string(), disabled: z.boolean() }));

/**
 * The account of a person at the OpenID Connect provider: the one signed in with before, else the one with the verified
 * address, else a new member. Whoever the provider lets in may sign in; the first admin is made on the first-run page.
 */
export async function findOrAddIdentity(
  app: Pick<App, "db">,
  { issuer, subject, email, name }: Identity,
): Promise<{ readonly id: string } | IdentityRefusal> {
  return app.db.transaction(async (tx) => {
    if (!(await isSetUp(tx))) return "OidcNotSetUp";
    const [linked] = rows.parse([
      ...(await tx.execute(sql`
        SELECT u.id, u.disabled_at IS NOT NULL AS disabled FROM user_identities i JOIN users u ON u.id = i.user_id
        WHERE i.issuer = ${issuer} AND i.subject = ${subject}`)),
    ]);
    if (linked !== undefined) return linked.disabled ? "OidcDisabled" : { id: linked.id };
    const address = emailField.safeParse(email);
    if (!address.success) return "OidcNoEmail";
    const [owner] = rows.parse([
      ...(await tx.execute(sql`
        SELECT id, disabled_at IS NOT NULL AS disabled FROM users WHERE lower(email) = ${address.data} FOR UPDATE`)),
    ]);
    if (owner?.disabled === true) return "OidcDisabled";
    const { id } = owner ?? (await insertUser(tx, { email: address.data, name, role: "member" }, ""));
    await tx.execute(sql`
      INSERT INTO user_identities (issuer, subject, user_id) VALUES (${issuer}, ${subject}, ${id}) ON CONFLICT DO NOTHING`);
    return { id };
  });
}
