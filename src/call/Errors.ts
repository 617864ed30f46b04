import type { Any } from "../wire/Endpoint.ts"
import type { ApiError } from "./ApiError.ts"

/**
 * A call's errors: its endpoint's, and `ApiError`. `Handled` are the tags that the function handles
 * itself. A union of endpoints is a function that calls all of them.
 *
 * The constructors are one union before they become instances, so that editors show the single errors.
 */
export type Errors<E extends Any, Handled extends string = never> = InstanceType<
  Exclude<E["errors"][number], { readonly tag: Handled }> | typeof ApiError
>
