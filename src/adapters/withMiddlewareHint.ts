import * as Context from "effect/Context"

/**
 * Adds the layer's entry point to the defect for a missing middleware. Effect's servers look middlewares up by `getUnsafe`,
 * which calls a reference's default value.
 */
export const withMiddlewareHint = <Middleware extends { readonly key: string }>(
  middleware: Middleware,
  entry: string
): Middleware =>
  Object.assign(
    middleware,
    Context.Reference<never>(middleware.key, {
      defaultValue: () => {
        throw new Error(`Service not found: ${middleware.key}. Provide layer() of ${entry}`)
      }
    })
  )
