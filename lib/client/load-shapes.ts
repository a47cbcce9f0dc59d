import type { ZodMiniType } from "zod/mini";
import type * as shapes from "./shapes";

export type Shapes = typeof shapes;

/** Names one of the shapes: `({ created }) => created`. */
export type ShapeOf<T> = (shapes: Shapes) => ZodMiniType<T>;

/** Brings the shapes, once. Rejects where they cannot be had; the next call tries again. */
export const loadShapes = (): Promise<Shapes> => import("./shapes");
