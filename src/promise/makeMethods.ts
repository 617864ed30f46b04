/** A group's functions, whose code loads with their first call. */
import type { MakeCall } from "./makeCall.ts"
import type { OnDemand } from "./onDemand.ts"
import type { GroupOf } from "./withNames.ts"

/** A group's type, if its effects need no other services than `R`. */
type Group<Effects, R> = Effects extends GroupOf<infer G, R> ? G : never

/** A function's name. With a question mark, it answers with `true` or `false`, and rejects if the answer is not known. */
type NamesOf<G> = {
  [K in keyof G & string]: G[K] extends (...args: never) => { readonly orThrow: unknown } ? K : `${K}?`
}[keyof G & string]

/** The group, if the list has all of its names. Any other result names those that are missing, and does not compile as a client. */
type Complete<G, List extends ReadonlyArray<string>> = [NamesOf<G>] extends [List[number]] ? G
  : { readonly missing: Exclude<NamesOf<G>, List[number]> }

/**
 * Creates a group's functions by their names, which a client has before it has loaded the code:
 * `methods(part)("permissions")("list", "grant", "isGranted?")`.
 *
 * @internal
 */
export type MethodsOf<M, R> = <K extends keyof M>(
  group: K
) => <const List extends ReadonlyArray<NamesOf<Group<M[K], R>>>>(...names: List) => Complete<Group<M[K], R>, List>

/** @internal */
export const makeMethods =
  <R>(call: MakeCall<R>) =>
  <M>(part: OnDemand<M>): MethodsOf<M, R> =>
  <K extends keyof M>(group: K) =>
  (...names: ReadonlyArray<string>) => {
    const toMethod = (text: string) => {
      const name = text.replace("?", "")
      const method = (...args: ReadonlyArray<unknown>) => {
        const { inputs, signal } = takeSignal(args)
        // Sound: the functions have the group's types, since its effects have.
        const started = call(part((module) => (module[group] as any)[name](...inputs)), signal, method)
        return name === text ? started : started.orThrow()
      }
      return [name, method] as const
    }
    // Sound: each name has its function. `any`, because the result depends on whether the list is complete.
    return Object.fromEntries(names.map(toMethod)) as any
  }

/** Separates the signal in the last argument from the inputs. @internal */
export const takeSignal = (
  args: ReadonlyArray<unknown>
): { readonly inputs: ReadonlyArray<unknown>; readonly signal: AbortSignal | undefined } => {
  const last = args.at(-1)
  if (typeof last !== "object" || last === null || !("signal" in last)) return { inputs: args, signal: undefined }
  const { signal, ...rest } = last
  // Sound: a value that is no signal throws where the call listens to it.
  return { inputs: [...args.slice(0, -1), rest], signal: signal as AbortSignal | undefined }
}
