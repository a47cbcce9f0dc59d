const INVALID_PARAMS = -32602;

/** A failure of the protocol, not of a tool: both protocol libraries send its `code`, `message` and `data`. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(message: string, code = INVALID_PARAMS, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
