/** A group's functions, whose code loads with their first call. */
import type { MakeCall } from "./makeCall.ts"
import type { OnDemand } from "./onDemand.ts"
import type { Checked } from "./withNames.ts"

/**
 * How each function of a group answers: with a result, or to a question with `true` or `false`, which rejects if the answer is
 * not known. A client has the names before it has loaded the code.
 *
 * @internal
 */
export type Kinds<G> = {
  readonly [K in keyof G]-?: G[K] extends (...args: never) => { readonly orThrow: unknown } ? "call" : "question"
}

/**
 * Creates a group's functions, whose code is in a part of the client: `inPart(part)<Group>((module) => module.group, …)`.
 *
 * @internal
 */
export type MakeMethods<R> = <M>(part: OnDemand<M>) => MethodsOf<M, R>

/**
 * Creates the functions of a group of one part.
 *
 * @internal
 */
export type MethodsOf<M, R> = <G extends object>(select: (module: M) => Checked<G, R>, kinds: Kinds<G>) => G

/** @internal */
export const makeMethods =
  <R>(call: MakeCall<R>): MakeMethods<R> =>
  (part) =>
  <G extends object>(select: (module: any) => Checked<G, R>, kinds: Kinds<G>) => {
    const toMethod = ([name, kind]: [string, unknown]) => {
      const method = (...args: ReadonlyArray<unknown>) => {
        const { inputs, signal } = takeSignal(args)
        // Sound: the functions below have the types of the group, since its effects have.
        const started = call(part((module) => (select(module) as any)[name](...inputs)), signal, method)
        return kind === "question" ? started.orThrow() : started
      }
      return [name, method] as const
    }
    return Object.fromEntries(Object.entries(kinds).map(toMethod)) as G
  }

/**
 * Separates the signal in the last argument from the inputs.
 *
 * @internal
 */
export const takeSignal = (
  args: ReadonlyArray<unknown>
): { readonly inputs: ReadonlyArray<unknown>; readonly signal: AbortSignal | undefined } => {
  const last = args.at(-1)
  if (typeof last !== "object" || last === null || !("signal" in last)) return { inputs: args, signal: undefined }
  const { signal, ...rest } = last
  // Sound: a value that is no signal throws where the call listens to it.
  return { inputs: [...args.slice(0, -1), rest], signal: signal as AbortSignal | undefined }
}
