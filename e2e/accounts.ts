import type { Page } from "playwright/test";
import { issueToken } from "@/lib/auth/tokens/create-token";
import type { Product } from "@/lib/testing/product";
import type { UserRole } from "@/lib/users/role";
import { addUser } from "@/lib/users/add-user";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** A personal access token, for what a test does on her behalf outside the browser. */
  readonly token: string;
}

let count = 0;

/** An account with a password, made as the command line makes it. */
export async function addPerson(
  product: Pick<Product, "db">,
  name = "Ada Lovelace",
  role: UserRole = "member",
): Promise<Person> {
  count += 1;
  const email = `person${count}.${Date.now()}@example.test`;
  const password = `correct horse ${count}`;
  const { id } = await addUser(product, { email, password, name, role });
  const { token } = await issueToken(product.db, { name: "test", userId: id, parentId: null });
  return { id, email, name, password, token };
}

/** Waits until the page's form is React's, so that a click is not the browser's own submission. */
export async function reacts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
}

/** Opens the sign-in page and types; nothing is sent. */
export async function typeCredentials(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
  path = "/sign-in",
): Promise<void> {
  await page.goto(path);
  await reacts(page);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Signs the browser in and waits for the page behind it. */
export async function signIn(page: Page, person: Person, path = "/sign-in"): Promise<void> {
  await typeCredentials(page, person, path);
  await page.getByTestId("sign-in-submit").click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Resolves when a document has been parsed after this call; a client-side navigation parses none. */
export async function newDocument(page: Page): Promise<void> {
  await page.waitForEvent("domcontentloaded");
}
