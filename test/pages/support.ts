/**
 * Shared by the tests of the pages: an app on localhost with its pages below the handler, and a user's navigation between them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CurrentUser, HandlerPages, type Navigation, TabStorage, Transport, type TransportRequest } from "latchkey"
import { Emulator, type MailType } from "latchkey/emulator"
import { layerTest } from "../emulator/support.ts"
import { goTo, layerHost, Visits } from "../support/pageHost.ts"

export const origin = "http://localhost:3000"

export const pageOf = (path: string) => `${origin}/handler/${path}`

export const email = "ada@example.com"
export const password = Redacted.make("correct horse")

/** The requests sent by the client. */
export class Requests extends Context.Service<Requests, Array<TransportRequest>>()("test/pages/Requests") {}

const layerTrail = Layer.sync(Requests, () => [])

/** Records the client's requests to the emulator. */
const layerRequests = Layer.effect(
  Transport,
  Effect.gen(function*() {
    const requests = yield* Requests
    const transport = yield* Transport
    return (request: TransportRequest) => {
      requests.push(request)
      return transport(request)
    }
  })
)

export const layer = (
  { config, generation = "2026", redirectMethod = "window", urls }: Navigation.NavigationOptions & {
    readonly config?: Emulator.ConfigOptions
    readonly generation?: Emulator.Options["generation"]
  } = {}
) =>
  Layer.mergeAll(
    layerHost(`${origin}/`, { redirectMethod, urls }),
    TabStorage.layerMemory,
    layerTest({ generation, project: { config: config ?? {} } }),
    layerTrail
  )

/** Runs an effect whose requests are recorded. */
export const watched = Effect.provide(layerRequests)

/** The paths of the requests so far. */
export const requested = Effect.map(
  Requests,
  (requests) => requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`)
)

/** Opens a URL directly, and forgets earlier redirects. */
export const visit = (address: string) =>
  Effect.gen(function*() {
    yield* goTo(address)
    const { gone } = yield* Visits
    gone.length = 0
  })

/** Opens a URL, and opens the page there. */
export const openAt = (address: string) => Effect.andThen(visit(address), HandlerPages.open)

/** The link in the newest email to an address. */
export const linkTo = (address: string, type?: MailType) =>
  Effect.orDie(Effect.flatMap(
    Emulator.Emulator,
    ({ latestMail }) => Effect.map(latestMail({ to: address, type }), ({ link }) => link!)
  ))

/** Follows the link in the newest email to an address. */
export const openMailTo = (address: string, type?: MailType) => Effect.flatMap(linkTo(address, type), openAt)

/** The redirects since the last visit. */
export const gone = Effect.map(Visits, ({ gone }) => [...gone])

/** The page of a kind; the test fails for others. */
export const as = <Tag extends string>(tag: Tag) =>
<A extends { readonly _tag: string }, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<Extract<A, { readonly _tag: Tag }>, E, R> =>
  Effect.flatMap(
    effect,
    (page) =>
      page._tag === tag
        ? Effect.succeed(page as Extract<A, { readonly _tag: Tag }>)
        : Effect.die(new Error(`Not ${tag} but ${page._tag}`))
  )

/** The id of the signed-in user, including anonymous users. */
export const whoIsSignedIn = Effect.map(CurrentUser.get({ or: "anonymous-if-exists" }), (user) => user?.id)
