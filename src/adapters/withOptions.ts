/** Handlers for frameworks that accept options. */

/**
 * A handler that can be passed to a framework directly, or called with options to create another one: `app.use(middleware)` and
 * `app.use(middleware(options))` both work.
 */
export type WithOptions<Options, Handler> = ((options?: Options) => Handler) & Handler

/** Creates a handler that can be called with options. Frameworks call it with two arguments or more. */
// `any`: a handler has the parameters of its framework, which are passed on.
export const withOptions = <Options, Handler extends (...args: any) => unknown>(
  create: (options?: Options) => Handler
): WithOptions<Options, Handler> => {
  const handler = create()
  const both = (...args: Array<any>) => args.length > 1 ? handler(...args) : create(args[0])
  // Express recognizes an error handler by the number of its parameters.
  Object.defineProperty(both, "length", { value: handler.length })
  // Sound: each overload has the parameters of one of the branches.
  return both as WithOptions<Options, Handler>
}
