/**
 * The authentication service, in memory.
 *
 * `Emulator.layer` is a `Transport`. Provide it to a client's layer, and the calling fiber answers each call in
 * microseconds, without a port or a process. Time comes from `Clock` and ids from `Random`. A test clock therefore
 * controls the client and the service, and a seed reproduces a run exactly.
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
import type * as Scope from "effect/Scope"
import { makeTooLarge, Transport, type TransportFailure } from "../call/Transport.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import * as Client from "../session/Client.ts"
import type { InvalidOptions } from "../session/options.ts"
import * as TokenStore from "../session/TokenStore.ts"
import type { Generation } from "../wire/Endpoint.ts"
import type { ServerUser } from "../wire/users.ts"
import { type Exchange, type Fault, type Interceptor, none, passThrough } from "./Fault.ts"
import { handleFaultRequest, isFaultRequest, isSubjectToFaults } from "./faultRequests.ts"
import { validateFlowOverrides } from "./FlowOverrides.ts"
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
import { makeSender, toWebhookDelivery, type WebhookDelivery, type WebhookReceiver } from "./webhookDeliveries.ts"
import { setEndpoints } from "./webhookRows.ts"
import type { WebhookEndpoint } from "./webhookTypes.ts"

/**
 * The emulator: it answers requests, and gives tests access to the state behind them.
 *
 * @category services
 * @since 0.1.0
 */
export class Emulator extends withLayerHint(
  Context.Service<Emulator, {
    /** Handles a request as the service would, bypassing the current fault. */
    readonly handle: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse>
    /** Handles a request through the current fault. Fails with `TransportFailure` if no complete response arrives. */
    readonly send: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse, TransportFailure>
    /**
     * Sets the fault for all later requests, in process, over HTTP and behind msw. It replaces the previous fault;
     * `undefined` removes it. Requests in flight are not affected.
     */
    readonly setFault: (fault: Fault | undefined) => Effect.Effect<void>
    /** Takes a snapshot of the whole state of the service. */
    readonly snapshot: Effect.Effect<Snapshot>
    /**
     * Restores a snapshot; one snapshot can be restored repeatedly. Credentials issued after the snapshot become unknown.
     * Access tokens of users in the snapshot stay valid until they expire, as after a sign-out.
     */
    readonly restore: (snapshot: Snapshot) => Effect.Effect<void>
    /** Creates a user, in the default project unless `projectId` is given. */
    readonly createUser: (user: UserOptions, projectId?: string) => Effect.Effect<ServerUser>
    /** Changes settings of a project, the default one unless `projectId` is given. */
    readonly configure: (config: ConfigOptions, projectId?: string) => Effect.Effect<void>
    /** Replaces the webhook endpoints of a project. Earlier events continue to go to the endpoints of their time. */
    readonly setWebhooks: (endpoints: ReadonlyArray<WebhookEndpoint>, projectId?: string) => Effect.Effect<void>
    /** The deliveries of webhooks, oldest first, each with its attempts. */
    readonly webhookDeliveries: (projectId?: string) => Effect.Effect<ReadonlyArray<WebhookDelivery>>
    /** The emails that the service would have sent and that match the filter, newest last. */
    readonly inbox: {
      <T extends MailType>(filter: InboxFilter & { readonly type: T }): Effect.Effect<ReadonlyArray<Mail<T>>>
      (filter?: InboxFilter): Effect.Effect<ReadonlyArray<Mail>>
    }
    /** The newest email that matches the filter. Fails with `NoMail` if no email matches yet; retry to wait for one. */
    readonly latestMail: {
      <T extends MailType>(filter: InboxFilter & { readonly type: T }): Effect.Effect<Mail<T>, NoMail>
      (filter?: InboxFilter): Effect.Effect<Mail, NoMail>
    }
    /**
     * Follows an authorization URL as a browser and its user would: opens the provider's page, then approves with an
     * account or denies access. Returns the URL of the final redirect, with `code` and `state`, or with `errorCode`, in
     * its query.
     */
    readonly signInWithProvider: (
      authorizationUrl: string | Redacted.Redacted<string>,
      decision: ProviderDecision
    ) => Effect.Effect<URL, ProviderSignInRefused>
  }>()("latchkey/emulator/Emulator"),
  "Emulator.layer"
) {}

/**
 * Options of an emulator.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The generation of the service to emulate: `2025` is version 2.8.15 of June 2025, `2026` (default) is version 2.8.86
   * of April 2026.
   */
  readonly generation?: Generation | undefined
  /** The default project. Add more with `projects`. */
  readonly project?: ProjectOptions | undefined
  /**
   * The project `internal`. Its users own projects. A user owns the projects listed in `managedProjectIds` of its
   * `serverMetadata`. Since 2026, they belong to that user's team.
   */
  readonly internal?: Omit<ProjectOptions, "id"> | undefined
  readonly projects?: ReadonlyArray<ProjectOptions & { readonly id: string }> | undefined
  /**
   * The challenge of every passkey ceremony, in base64url, so that recorded responses verify again. Random by default.
   */
  readonly passkeyChallenge?: string | undefined
  /**
   * The absolute URL of the provider page that OAuth authorization requests redirect to; the emulator's page by
   * default. It receives the same parameters and chooses the account. To continue, it redirects to the emulator's page
   * with the account's parameters, or fetches that page and redirects to its `Location`.
   */
  readonly oauthPage?: string | undefined
  /** Receives all webhooks in process, in place of their URLs. By default, `fetch` sends them. */
  readonly webhookReceiver?: WebhookReceiver | undefined
}

/**
 * Creates an emulator with the default project, the project `internal` and those in `projects`. It delivers webhooks until
 * the scope closes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options = {}): Effect.fn.Return<
  Emulator["Service"],
  never,
  Scope.Scope
> {
  const state = new ServiceState(options.generation ?? "2026", yield* validateFlowOverrides(options))
  const first = yield* addProject(state, options.project ?? {})
  const internal = yield* addProject(state, makeInternalOptions(options.internal, state.generation))
  for (const project of options.projects ?? []) yield* addProject(state, project)
  yield* assignManagedProjects(state, internal.users.values())
  const sender = yield* makeSender(state, options.webhookReceiver)
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
  /** Starts the deliveries of an operation after it, so that they neither delay nor change its result. */
  const runWithWebhooks = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    runAtomically(Effect.flatMap(effect, (value) => Effect.map(sender.collect, (start) => ({ start, value })))).pipe(
      Effect.flatMap(({ start, value }) => start === undefined ? Effect.succeed(value) : Effect.as(start, value))
    )
  const answer = (request: EmulatorRequest) =>
    isFaultRequest(request)
      ? runAtomically(handleFaultRequest(request, setFault))
      : runWithWebhooks(handle(state, request))
  const send = (request: EmulatorRequest) =>
    Effect.suspend(() =>
      isSubjectToFaults(request) ? interceptor(exchangeOf(request, answer(request))) : answer(request)
    )
  return Emulator.of({
    handle: answer,
    send,
    setFault,
    snapshot: Effect.sync(() => takeSnapshot(state)),
    restore: (snapshot) => Effect.andThen(Effect.sync(() => restoreSnapshot(state, snapshot)), sender.restart),
    createUser: (user, projectId) =>
      Effect.flatMap(
        projectOf(projectId),
        Effect.fnUntraced(function*(project) {
          const row = yield* seedUser(project, user)
          if (project.id === "internal") yield* assignManagedProjects(state, [row])
          return toServerUser(project, row)
        })
      ).pipe(runWithWebhooks),
    setWebhooks: (endpoints, projectId) =>
      Effect.flatMap(projectOf(projectId), (project) => setEndpoints(project, endpoints)),
    webhookDeliveries: (projectId) =>
      Effect.map(projectOf(projectId), ({ webhooks }) => webhooks.deliveries.map(toWebhookDelivery)),
    configure: (config, projectId) =>
      Effect.map(projectOf(projectId), (project) => {
        Object.assign(project.config, normalizeConfig(toProjectConfig(config)))
      }),
    // Sound, both: filtered by a type, the emails have that type.
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
 * Runs an effect without yielding to other fibers, so that no other request changes the rows it has looked up. Only the
 * verification of passkeys is asynchronous.
 */
const runAtomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)

/**
 * Layer of an emulator that is not a `Transport`: serve it over HTTP, or put it behind msw.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWithoutTransport = (options?: Options): Layer.Layer<Emulator> => Layer.effect(Emulator, make(options))

/**
 * Layer of an emulator that is also the `Transport` of everything it is provided to: no call leaves the process.
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

/**
 * Returns `true` if the UTF-8 encoding of `text` has more than `limit` bytes. A UTF-16 code unit takes at most 3 bytes,
 * so most texts need not be encoded.
 */
const isLarger = (text: string, limit: number): boolean =>
  text.length * 3 > limit && new TextEncoder().encode(text).length > limit

/**
 * Layer of a client connected to a new emulator, with its tokens in memory. Enough for most tests.
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
export type { WebhookAttempt, WebhookDelivery, WebhookReceiver } from "./webhookDeliveries.ts"

/** @since 0.1.0 */
export type { WebhookEndpoint } from "./webhookTypes.ts"

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
