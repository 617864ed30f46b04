/** Opens a client's runtime, and checks the client's options. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { commonRules } from "../call/commonRules.ts"
import type { VariableOption } from "../call/environment.ts"
import { makeNativeTransport } from "../call/nativeTransport.ts"
import { fromFetch, Transport } from "../call/Transport.ts"
import { isApiOrigin } from "../session/apiUrl.ts"
import { type OptionNames, toPlain } from "../session/optionNames.ts"
import { check, checkNames, InvalidOptions, type Options } from "../session/options.ts"
import { OptionRules, OptionSource } from "../session/optionSource.ts"
import { readOptionsFrom, readVariable } from "../session/readVariables.ts"
import { processVariables } from "./processVariables.ts"
import type { Runtime } from "./Runner.ts"

/** Options for every client. Those with environment variables may be omitted, also `projectId`. */
export interface BaseOptions extends Omit<Options, "projectId"> {
  /** The project's id, a UUID. */
  readonly projectId?: string | undefined
  /** Origins that `auth.fetch` sends the user's token to, such as `https://api.example.com`. The page's origin is included. */
  readonly apiOrigins?: ReadonlyArray<string> | undefined
  /** Sends the requests; the host's `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** @internal */
export const baseNames = { apiOrigins: true, fetch: true } as const

/** The public function that creates a client: an error has its caller's frames. @internal */
export type Constructor = (...args: never) => unknown

/** Reads omitted options from the environment, and creates a client's services. Throws `InvalidOptions`. @internal */
export const openRuntime = <O extends BaseOptions, R>(
  given: O,
  { constructor, make, names, secrets = [] }: {
    readonly constructor: Constructor
    readonly names: OptionNames<O>
    /** The level's secret keys, which are read from the environment too. */
    readonly secrets?: ReadonlyArray<VariableOption>
    /** Creates the services. It must be synchronous, so that invalid options throw here. */
    readonly make: (
      options: O & { readonly projectId: string }
    ) => Effect.Effect<Context.Context<R>, InvalidOptions, Scope.Scope>
  }
): { readonly options: O & { readonly projectId: string }; readonly runtime: Runtime<R> } => {
  const options = getOrThrow(Effect.runSyncExitWith(makeBase())(readOptions(given, names, secrets)), constructor)
  return { options, runtime: buildRuntime(options, make(options), constructor) }
}

/** Creates a client's services from options that have been read. Throws `InvalidOptions`. @internal */
export const buildRuntime = <R>(
  { fetch }: Pick<BaseOptions, "fetch">,
  make: Effect.Effect<Context.Context<R>, InvalidOptions, Scope.Scope>,
  constructor: Constructor
): Runtime<R> => {
  const base = makeBase()
  const send = fetch && ((url: string, init: RequestInit) => fetch(url, init))
  const isNative = globalThis.navigator?.product === "ReactNative"
  const transport = isNative ? makeNativeTransport(send) : send && fromFetch(send)
  const references = transport === undefined ? base : Context.add(base, Transport, transport)
  const scope = Scope.makeUnsafe()
  const services = getOrThrow(Effect.runSyncExitWith(references)(Scope.provide(make, scope)), constructor)
  return makeRuntime(Context.merge(references, services), scope)
}

// No option has the rule `mustBeSet`, since the source is the environment.
const rules = { ...commonRules, mustBeSet: commonRules.notInEnvironment }

const makeBase = () => Context.make(OptionRules, rules).pipe(Context.add(OptionSource, "environment"))

/** Creates a runtime from services. @internal */
export const makeRuntime = <R>(context: Context.Context<R>, scope: Scope.Closeable): Runtime<R> => {
  const fork = Effect.runForkWith(context)
  return {
    scope,
    runFork: (effect) => Fiber.runIn(fork(effect), scope),
    runSync: Effect.runSyncWith(context),
    runSyncExit: Effect.runSyncExitWith(context),
    dispose: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const readOptions = Effect.fnUntraced(function*<O extends BaseOptions>(
  given: O,
  names: OptionNames<O>,
  secrets: ReadonlyArray<VariableOption>
): Effect.fn.Return<O & { readonly projectId: string }, InvalidOptions> {
  // Untyped code may pass a URL and a key, as to other clients.
  const isObject = typeof given === "object" && given !== null
  yield* check("options", isObject, "must be an object with projectId")
  const plain = toPlain(given)
  yield* checkNames(plain, names)
  const defaults = secrets.map((name) => [name, readVariable(processVariables, name)] as const)
  // Sound: `connect` reports a missing `projectId`, and `O` has the others.
  const options = (yield* readOptionsFrom(processVariables, plain, Object.fromEntries(defaults))) as unknown as
    & O
    & { readonly projectId: string }
  const { apiOrigins = [], fetch } = options
  const { allowInsecureApiUrl } = options
  const areOrigins = Array.isArray(apiOrigins) &&
    apiOrigins.every((text) => isApiOrigin(text, allowInsecureApiUrl === true))
  yield* check("apiOrigins", areOrigins, "must be a list of https origins, such as https://api.example.com")
  yield* check("fetch", fetch === undefined || typeof fetch === "function", "must be a function")
  return options
})

/** Returns the value. Throws the error with the frames of a function's caller. */
const getOrThrow = <A>(exit: Exit.Exit<A, InvalidOptions>, constructor: Constructor): A => {
  if (exit._tag === "Success") return exit.value
  const error = Cause.squash(exit.cause)
  if (error instanceof InvalidOptions && typeof Error.captureStackTrace === "function") {
    Error.captureStackTrace(error, constructor)
  }
  throw error
}
