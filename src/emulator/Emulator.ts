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
import type { JsonObject } from "../wire/Json.ts"
import type { ServerUser } from "../wire/users.ts"
import { handleControl, isControlRequest } from "./control/control.ts"
import { ControlAccess } from "./control/controlGuard.ts"
import * as Controls from "./control/Controls.ts"
import { type ControlTarget, getDefaultProjectId } from "./control/ControlTarget.ts"
import { exchangeOf, type Fault } from "./control/Fault.ts"
import * as FaultSwitch from "./control/FaultSwitch.ts"
import { findLatestMail, type InboxFilter, listMails, type NoMail } from "./emails/inbox.ts"
import type { Mail, MailType } from "./emails/mails.ts"
import { type ProviderDecision, type ProviderSignInRefused, signInWithProvider } from "./oauth/signInWithProvider.ts"
import {
  type EmulatorRequest,
  type EmulatorResponse,
  isLarger,
  makeTextResponse,
  toTransportResponse
} from "./requests/http.ts"
import { handle } from "./requests/router.ts"
import { orFail } from "./rules/failWith.ts"
import { assignManagedProjects } from "./rules/owners.ts"
import { makeInitialState, type Options } from "./state/initialState.ts"
import { prepareIndex } from "./state/memberships.ts"
import {
  clientOptions,
  type ConfigOptions,
  seedUser,
  toProjectConfig,
  type UserOptions
} from "./state/projectOptions.ts"
import { normalizeConfig } from "./state/projectRows.ts"
import * as ServiceClock from "./state/ServiceClock.ts"
import { replaceState } from "./state/ServiceState.ts"
import { Snapshot } from "./state/Snapshot.ts"
import { decodeState, encodeState, type InvalidState } from "./state/stateFile.ts"
import { toServerUser } from "./state/userRows.ts"
import { makeSender, toWebhookDelivery, type WebhookDelivery } from "./webhooks/deliveries.ts"
import { setEndpoints } from "./webhooks/rows.ts"
import type { WebhookEndpoint } from "./webhooks/types.ts"

/** The emulator: it answers requests, and gives tests access to the state behind them. */
export class Emulator extends withLayerHint(
  Context.Service<
    Emulator,
    Controls.Controls & {
      /** Handles a request as the service would, bypassing the current fault. */
      readonly handle: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse>
      /** Handles a request through the current fault. Fails with `TransportFailure` if no complete response arrives. */
      readonly send: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse, TransportFailure>
      /**
       * Sets the fault for all later requests, in process, over HTTP and behind msw. It replaces the previous fault;
       * `undefined` removes it. Requests in flight are not affected.
       */
      readonly setFault: (fault: Fault | undefined) => Effect.Effect<void>
      /** Takes a snapshot of the service's whole state. */
      readonly snapshot: Effect.Effect<Snapshot>
      /**
       * Restores a snapshot; one snapshot can be restored repeatedly. Credentials issued after the snapshot become unknown.
       * Access user tokens in the snapshot stay valid until they expire, as after a sign-out.
       */
      readonly restore: (snapshot: Snapshot) => Effect.Effect<void>
      /**
       * Returns to the state of the start: the initial projects, users and settings, the program's time, and no fault.
       * It drops later users, sessions, access tokens, codes and emails.
       */
      readonly reset: Effect.Effect<void>
      /**
       * The service's state as a JSON document, with everything in a snapshot. It contains passwords, tokens and keys
       * in plain text.
       */
      readonly exportState: Effect.Effect<JsonObject>
      /**
       * Replaces the state with an exported one of the same generation. Its sessions, codes and keys work again. Fails
       * with `InvalidState` for any other value.
       */
      readonly importState: (document: unknown) => Effect.Effect<void, InvalidState>
      /** Creates a user, in the default project unless `projectId` is given. */
      readonly createUser: (user: UserOptions, projectId?: string) => Effect.Effect<ServerUser>
      /** Changes the settings of a project, the default one unless `projectId` is given. */
      readonly configure: (config: ConfigOptions, projectId?: string) => Effect.Effect<void>
      /** Replaces a project's webhook endpoints. Earlier events continue to go to the endpoints of their time. */
      readonly setWebhooks: (endpoints: ReadonlyArray<WebhookEndpoint>, projectId?: string) => Effect.Effect<void>
      /** The webhook deliveries, oldest first, each with its attempts. */
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
    }
  >()("latchkey/emulator/Emulator"),
  "Emulator.layer"
) {}

/**
 * Creates an emulator with the default project, the project `internal` and those in `projects`. It delivers webhooks until
 * the scope closes.
 */
export const make = Effect.fnUntraced(function*(options: Options = {}): Effect.fn.Return<
  Emulator["Service"],
  never,
  Scope.Scope
> {
  const state = yield* makeInitialState(options)
  const clock = ServiceClock.make()
  const sender = yield* makeSender(state, clock, options.webhookReceiver)
  // The options' state may contain pending deliveries.
  yield* sender.restart
  const prepare = () => {
    for (const project of state.values()) prepareIndex(project)
  }
  prepare()
  const start = new Snapshot(state)
  const projectOf = (projectId: string | undefined) =>
    Effect.suspend(() => {
      const id = projectId ?? getDefaultProjectId(state)
      return orFail(state.get(id), Effect.die(new Error(`The emulator has no project ${id}`)))
    })
  /** Starts an operation's deliveries after it, so that they neither delay nor change its result. */
  const runWithWebhooks = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(effect, (value) => Effect.map(sender.collect, (start) => ({ start, value }))).pipe(
      clock.provide,
      runAtomically,
      Effect.flatMap(({ start, value }) => start === undefined ? Effect.succeed(value) : Effect.as(start, value))
    )
  const faults = FaultSwitch.make()
  const restore = (snapshot: Snapshot) =>
    Effect.andThen(
      Effect.sync(() => {
        replaceState(state, Snapshot.stateOf(snapshot))
        prepare()
      }),
      sender.restart
    )
  const controls = {
    ...Controls.make(state, clock, projectOf, runWithWebhooks),
    createUser: (user: UserOptions, projectId?: string) =>
      Effect.flatMap(
        projectOf(projectId),
        Effect.fnUntraced(function*(project) {
          const row = yield* seedUser(project, user)
          if (project.id === "internal") yield* assignManagedProjects(state, [row])
          return toServerUser(project, row)
        })
      ).pipe(runWithWebhooks),
    reset: Effect.gen(function*() {
      yield* clock.setOffset(0)
      yield* restore(start)
      Controls.expireAccessTokens(state)
      yield* faults.set(undefined)
    }).pipe(runAtomically)
  }
  const target: ControlTarget = { ...controls, state, clock, faults }
  /** Answers a request. Only requests for the service, except preflights, pass `through` the fault. */
  const answer = <E>(
    request: EmulatorRequest,
    through: (response: Effect.Effect<EmulatorResponse>) => Effect.Effect<EmulatorResponse, E>
  ) =>
    Effect.flatMap(ControlAccess, (access): Effect.Effect<EmulatorResponse, E> => {
      if (isControlRequest(request, access)) return runAtomically(handleControl(target, request, access))
      const response = Effect.catchDefect(
        runWithWebhooks(handle(state, request)),
        (defect) => Effect.succeed(makeTextResponse(500, `The emulator failed: ${defect}`))
      )
      return request.method === "OPTIONS" ? response : through(response)
    })
  const send = (request: EmulatorRequest) =>
    answer(request, (response) => faults.intercept(exchangeOf(request, response)))
  return Emulator.of({
    ...controls,
    handle: (request) => answer(request, (response) => response),
    send,
    setFault: faults.set,
    snapshot: Effect.sync(() => new Snapshot(state)),
    exportState: Effect.sync(() => encodeState(state)),
    importState: (document) =>
      Effect.flatMap(decodeState(document, state.generation), (imported) => {
        replaceState(state, imported)
        prepare()
        return sender.restart
      }),
    restore,
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

/** Layer for an emulator that is not a `Transport`: serve it over HTTP, or put it behind msw. */
export const layerWithoutTransport = (options?: Options): Layer.Layer<Emulator> => Layer.effect(Emulator, make(options))

/** Layer for an emulator that is also the `Transport` of everything it is provided to: no call leaves the process. */
export const layer = (options?: Options): Layer.Layer<Emulator> =>
  Layer.provideMerge(makeTransportLayer(), layerWithoutTransport(options))

/**
 * Creates the layer for the transport. A constant layer would be built once in a program, so that the clients of a second
 * emulator inside it would talk to the first one.
 */
const makeTransportLayer = (): Layer.Layer<never, never, Emulator> =>
  Layer.effect(
    Transport,
    Effect.map(Emulator, (emulator) => (request) =>
      Effect.flatMap(emulator.send(request), (response) => {
        const { responseLimit = Infinity } = request
        return isLarger(response.body ?? "", responseLimit)
          ? Effect.fail(makeTooLarge(responseLimit))
          : Effect.succeed(toTransportResponse(response))
      }))
  )

/** Layer for a client connected to a new emulator, with its tokens in memory. Enough for most tests. */
export const layerClient = (options: Options = {}): Layer.Layer<Client.Client | Emulator, InvalidOptions> => {
  const { id = clientOptions.projectId, publishableClientKey = clientOptions.publishableClientKey } = options.project ??
    {}
  return Client.layer({ projectId: id, publishableClientKey }).pipe(
    // Not the constant `layerMemory`, which a program builds once for all its clients.
    Layer.provide(Layer.effect(TokenStore.TokenStore, TokenStore.makeMemory(undefined))),
    Layer.provideMerge(layer(options))
  )
}

export type { Controls } from "./control/Controls.ts"

export { type Generation, generations } from "../wire/Endpoint.ts"

export type { Options } from "./state/initialState.ts"

export { type ProviderDecision, ProviderSignInRefused } from "./oauth/signInWithProvider.ts"

export type { Snapshot } from "./state/Snapshot.ts"

export {
  InvalidSeed,
  parseSeed,
  type Seed,
  type SeedMember,
  type SeedPermission,
  type SeedProject,
  type SeedTeam,
  type SeedUser
} from "./state/seed.ts"

export { InvalidState } from "./state/stateFile.ts"

export type { ListedUser } from "./state/userList.ts"

export type { WebhookDelivery, WebhookReceiver } from "./webhooks/deliveries.ts"

export type { WebhookEndpoint } from "./webhooks/types.ts"

export {
  adminOptions,
  clientOptions,
  type ConfigOptions,
  internalAdminOptions,
  internalClientOptions,
  type ProjectOptions,
  serverOptions,
  type UserOptions
} from "./state/projectOptions.ts"

/**
 * Runs an effect without yielding to other fibers, so that no other request changes the rows it has looked up. Only the
 * verification of passkeys is asynchronous.
 */
const runAtomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)
