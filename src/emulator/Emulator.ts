/**
 * The authentication service, in memory.
 *
 * `Emulator.layer` is a `Transport`: provide it to a client's layer, and every call is answered in the calling fiber, in
 * microseconds, without a port or a process. Time comes from `Clock` and ids from `Random`, so a test clock rules both
 * sides and a seed repeats a run to the letter.
 *
 * **Example** (Testing a sign-up offline)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { CurrentUser, Password } from "latchkey"
 * import { Emulator } from "latchkey/emulator"
 *
 * const test = Effect.gen(function*() {
 *   yield* Password.signUp({
 *     email: "ada@example.com",
 *     password: Redacted.make("correct horse"),
 *     verificationCallbackUrl: "http://localhost:3000/verify"
 *   })
 *   return yield* CurrentUser.get({ or: "throw" })
 * }).pipe(Effect.provide(Emulator.layerClient()))
 * ```
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import { makeTooLarge, Transport, type TransportFailure } from "../call/Transport.ts"
import * as Client from "../session/Client.ts"
import type { InvalidOptions } from "../session/options.ts"
import * as TokenStore from "../session/TokenStore.ts"
import type { Generation } from "../wire/Endpoint.ts"
import type { ServerUser } from "../wire/users.ts"
import { type Exchange, type Fault, type Interceptor, none, passThrough } from "./Fault.ts"
import { handleFaultRequest, isFaultRequest, isSubjectToFaults } from "./faultRequests.ts"
import { FlowOverrides, validateFlowOverrides } from "./FlowOverrides.ts"
import { type EmulatorRequest, type EmulatorResponse, firstHalf, toTransportResponse } from "./http.ts"
import { findLatestMail, type InboxFilter, listMails, type NoMail } from "./inbox.ts"
import type { Mail, MailType } from "./mails.ts"
import { type ProviderDecision, type ProviderSignInRefused, signInWithProvider } from "./oauthBrowser.ts"
import { assignManagedProjects } from "./owners.ts"
import {
  addProject,
  clientOptions,
  type ConfigOptions,
  makeInternalOptions,
  type ProjectOptions,
  seedUser,
  toProjectConfig,
  type UserOptions
} from "./projectOptions.ts"
import { normalizeConfig } from "./projectRows.ts"
import { handle } from "./router.ts"
import { ServiceState } from "./ServiceState.ts"
import { restore as restoreSnapshot, type Snapshot, take as takeSnapshot } from "./Snapshot.ts"
import { toServerUser } from "./userRows.ts"

/**
 * The emulator. It answers requests, and lets a test look behind them.
 *
 * @category services
 * @since 0.1.0
 */
export class Emulator extends Context.Service<Emulator, {
  /** Answers a request as the service would, whatever is wrong between it and everybody else. */
  readonly handle: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse>
  /** Answers a request over a connection that has the fault that is set; fails where no whole answer arrives. */
  readonly send: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse, TransportFailure>
  /**
   * Sets what goes wrong from now on for whoever talks to the service: in the program, over HTTP or behind msw. It takes the
   * place of the fault before it; `undefined` mends everything. What is on its way already stays as it is.
   */
  readonly setFault: (fault: Fault | undefined) => Effect.Effect<void>
  /** Takes a snapshot of all that the service knows. */
  readonly snapshot: Effect.Effect<Snapshot>
  /**
   * Puts everything back to where it was at a snapshot, as often as need be. What has been issued since is unknown then, but
   * for the access tokens of users who are there: these are valid until they expire, as after a sign-out.
   */
  readonly restore: (snapshot: Snapshot) => Effect.Effect<void>
  /** Creates a user of the first project, or of another one. */
  readonly createUser: (user: UserOptions, projectId?: string) => Effect.Effect<ServerUser>
  /** Changes settings of the first project, or of another one. */
  readonly configure: (config: ConfigOptions, projectId?: string) => Effect.Effect<void>
  /** The mails that the service would have sent, newest last: all of them, or those that are asked for. */
  readonly inbox: {
    <T extends MailType>(filter: InboxFilter & { readonly type: T }): Effect.Effect<ReadonlyArray<Mail<T>>>
    (filter?: InboxFilter): Effect.Effect<ReadonlyArray<Mail>>
  }
  /** The newest mail of those that are asked for. Retry it to wait for a mail that is not there yet. */
  readonly latestMail: {
    <T extends MailType>(filter: InboxFilter & { readonly type: T }): Effect.Effect<Mail<T>, NoMail>
    (filter?: InboxFilter): Effect.Effect<Mail, NoMail>
  }
  /**
   * Does what a browser and its user would do with an authorization URL: goes to the provider, signs in there with an
   * account or denies access, and comes back. Returns where the browser is sent in the end, with `code` and `state` in
   * the query, or with `errorCode`.
   */
  readonly signInWithProvider: (
    authorizationUrl: string | Redacted.Redacted<string>,
    decision: ProviderDecision
  ) => Effect.Effect<URL, ProviderSignInRefused>
}>()("latchkey/emulator/Emulator") {}

/**
 * Options of an emulator.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The generation of the service to emulate: `2025` is version 2.8.15 of June 2025, `2026` is version 2.8.86 of April 2026
   * and the default.
   */
  readonly generation?: Generation | undefined
  /** The ordinary project; further ones in `projects`. */
  readonly project?: ProjectOptions | undefined
  /**
   * The project `internal`. Its users own the projects whose ids their `serverMetadata` lists as `managedProjectIds`. Since 2026,
   * the teams of these users own the projects.
   */
  readonly internal?: Omit<ProjectOptions, "id"> | undefined
  readonly projects?: ReadonlyArray<ProjectOptions & { readonly id: string }> | undefined
  /**
   * The challenge of every passkey ceremony, in base64url, so that recorded responses verify again. Random challenges are the
   * default.
   */
  readonly passkeyChallenge?: string | undefined
  /**
   * The absolute URL that OAuth authorization requests redirect browsers to, instead of the emulator's own page. It gets the
   * same parameters. The page there decides who signs in: it forwards to the emulator's page with the parameters of the account,
   * or requests that page itself and redirects to its `Location`.
   */
  readonly oauthPage?: string | undefined
}

/**
 * Creates an emulator: with the ordinary project, the `internal` one, and those of the options.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options = {}): Effect.fn.Return<Emulator["Service"]> {
  const state = new ServiceState(options.generation ?? "2026")
  const ceremonies = yield* validateFlowOverrides(options)
  const first = yield* addProject(state, options.project ?? {})
  const internal = yield* addProject(state, makeInternalOptions(options.internal, state.generation))
  for (const project of options.projects ?? []) yield* addProject(state, project)
  yield* assignManagedProjects(state, internal.users.values())
  const projectOf = (projectId: string | undefined) =>
    Effect.suspend(() => {
      const id = projectId ?? first.id
      const project = state.get(id)
      return project === undefined
        ? Effect.die(new Error(`The emulator has no project ${id}`))
        : Effect.succeed(project)
    })
  let interceptor: Interceptor = passThrough
  const setFault = ({ makeInterceptor }: Fault = none) =>
    Effect.map(makeInterceptor, (made) => {
      interceptor = made
    })
  const answer = (request: EmulatorRequest) =>
    runAtomically(isFaultRequest(request) ? handleFaultRequest(request, setFault) : handle(state, request)).pipe(
      Effect.provideService(FlowOverrides, ceremonies)
    )
  const send = (request: EmulatorRequest) =>
    Effect.suspend(() =>
      isSubjectToFaults(request) ? interceptor(exchangeOf(request, answer(request))) : answer(request)
    )
  return Emulator.of({
    handle: answer,
    send,
    setFault,
    snapshot: Effect.sync(() => takeSnapshot(state)),
    restore: (snapshot) => Effect.sync(() => restoreSnapshot(state, snapshot)),
    createUser: (user, projectId) =>
      Effect.flatMap(
        projectOf(projectId),
        Effect.fnUntraced(function*(project) {
          const row = yield* seedUser(project, user)
          if (project.id === "internal") yield* assignManagedProjects(state, [row])
          return toServerUser(project, row)
        })
      ).pipe(runAtomically),
    configure: (config, projectId) =>
      Effect.map(projectOf(projectId), (project) => {
        Object.assign(project.config, normalizeConfig(toProjectConfig(config)))
      }),
    // Sound, both: mails that are asked for by a type are of that type.
    inbox: (filter?: InboxFilter): Effect.Effect<ReadonlyArray<any>> => Effect.sync(() => listMails(state, filter)),
    latestMail: (filter?: InboxFilter): Effect.Effect<any, NoMail> => findLatestMail(state, filter),
    signInWithProvider: (authorizationUrl, decision) => signInWithProvider(send, authorizationUrl, decision)
  })
})

const exchangeOf = (request: EmulatorRequest, send: Effect.Effect<EmulatorResponse>): Exchange<EmulatorResponse> => ({
  request,
  send,
  respond: (response) => response,
  truncate: (response) => ({ ...response, body: response.body && firstHalf(response.body) })
})

/**
 * Does something without making way for other fibers: what was looked up is so still when something is done about it. Only
 * passkeys are waited for.
 */
const runAtomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)

/**
 * Layer of an emulator that is nobody's transport: to be served over HTTP, or put behind msw.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWithoutTransport = (options?: Options): Layer.Layer<Emulator> => Layer.effect(Emulator, make(options))

/**
 * Layer of an emulator, which is also the `Transport` of everything that it is provided to: no call in its reach leaves
 * the program.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<Emulator> =>
  Layer.provideMerge(transport, layerWithoutTransport(options))

const transport: Layer.Layer<never, never, Emulator> = Layer.effect(
  Transport,
  Effect.map(Emulator, (emulator) => (request) =>
    Effect.flatMap(emulator.send(request), (response) => {
      const { responseLimit = Infinity } = request
      return isLarger(response.body ?? "", responseLimit)
        ? Effect.fail(makeTooLarge(responseLimit))
        : Effect.succeed(toTransportResponse(response))
    }))
)

/** Returns `true` if a text takes more bytes than a limit. A character takes 3 at most, so few texts have to be encoded. */
const isLarger = (text: string, limit: number): boolean =>
  text.length * 3 > limit && new TextEncoder().encode(text).length > limit

/**
 * Layer of a client of an emulator of its own, with its tokens in memory: all that a test needs.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerClient = (options: Options = {}): Layer.Layer<Client.Client | Emulator, InvalidOptions> => {
  const { id = clientOptions.projectId, publishableClientKey = clientOptions.publishableClientKey } = options.project ??
    {}
  return Client.layer({ projectId: id, publishableClientKey }).pipe(
    Layer.provide(TokenStore.layerMemory),
    Layer.provideMerge(layer(options))
  )
}

/** @since 0.1.0 */
export { type Generation, generations } from "../wire/Endpoint.ts"

/** @since 0.1.0 */
export { type ProviderDecision, ProviderSignInRefused } from "./oauthBrowser.ts"

/** @since 0.1.0 */
export type { Snapshot } from "./Snapshot.ts"

/** @since 0.1.0 */
export {
  adminOptions,
  clientOptions,
  type ConfigOptions,
  internalAdminOptions,
  internalClientOptions,
  type ProjectOptions,
  serverOptions,
  type UserOptions
} from "./projectOptions.ts"
