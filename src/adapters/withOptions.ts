/** Handlers for frameworks that accept options. */

/**
 * A handler that can be passed to a framework directly, or called with options to create another one: `app.use(middleware)` and
 * `app.use(middleware(options))` both work.
 */
export type WithOptions<Options, Handler> = ((options?: Options) => Handler) & Handler

/** Creates a handler that can be called with options. Frameworks call it with two arguments or more. */
// `any`: a handler has its framework's parameters, which are passed on.
export const withOptions = <Options, Handler extends (...args: any) => unknown>(
  create: (options?: Options) => Handler
): WithOptions<Options, Handler> => {
  const handler = create()
  const both = (...args: Array<any>) => args.length > 1 ? handler(...args) : create(args[0])
  // Express recognizes an error handler by its parameter count.
  Object.defineProperty(both, "length", { value: handler.length })
  // Sound: each overload has one branch's parameters.
  return both as WithOptions<Options, Handler>
}
