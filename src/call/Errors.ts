import type { Any } from "../wire/Endpoint.ts"
import type { ApiError } from "./ApiError.ts"

/**
 * A call's errors: its endpoint's, and `ApiError`. `Handled` are the tags that the function handles itself, and `Added` are
 * its own errors. A union of endpoints is for a function that calls them all.
 *
 * Constructors and added errors are in one type, so that editors show the single errors.
 */
export type Errors<E extends Any, Handled extends string = never, Added = never> =
  | InstanceType<Exclude<E["errors"][number], { readonly tag: Handled }> | typeof ApiError>
  | Added
