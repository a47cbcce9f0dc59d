import { insertUser, insertWorkspace } from "./factories";
import { type Product, startProduct } from "./product";

/** What every guarantee about people must hold in. */
export const AUTH_MODES = ["disabled", "enabled"] as const;

type AuthMode = (typeof AUTH_MODES)[number];

/** Who calls: nobody in particular, or one with an account, who presents a personal access token. */
export interface Caller {
  readonly id: string;
  readonly token?: string;
}

export interface ProductInMode {
  readonly product: Product;
  /** Two who may both see `workspaceId` and start agents in it; with accounts two different people. */
  readonly callers: readonly [Caller, Caller];
  readonly workspaceId: string;
}

/** A product in one of both modes of authentication, with those who use it. */
export async function startProductIn(mode: AuthMode): Promise<ProductInMode> {
  const product = await startProduct({ KANDEV_AUTH: mode });
  const workspaceId = await insertWorkspace(product.db);
  const nobody: Caller = { id: "" };
  const callers =
    mode === "disabled"
      ? ([nobody, nobody] as const)
      : ([await insertUser(product.db, "admin"), await insertUser(product.db, "admin")] as const);
  return { product, callers, workspaceId };
}
