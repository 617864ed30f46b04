/** The refreshes of a client over time, which are exact. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, PageVisibility, Password, Session, Teams, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { watchSession } from "../../src/session/watchSession.ts"
import { countTransport } from "./countTransport.ts"
import { printCount, printHeader, printLimitedCount } from "./report.ts"
import { counts, limits } from "./targets.ts"

/** Checks and prints the counts. */
export const checkRefreshes = async (): Promise<void> => {
  printHeader("refreshes of a client")
  const everySecond = <E>(use: Effect.Effect<unknown, E, Client.Client>) =>
    Effect.gen(function*() {
      for (let second = 0; second < 3600; second++) {
        yield* use
        yield* TestClock.adjust("1 second")
      }
    })
  printLimitedCount(
    "1 hour, a token for another server each second",
    await countRefreshes(everySecond(Session.getAccessToken())),
    limits.refreshesOfHandOuts
  )
  printCount(
    "1 hour, a call each second",
    await countRefreshes(everySecond(CurrentUser.get())),
    counts.refreshesOfCalls
  )
  printCount("1 hour, a visible React page", await countRefreshes(watch("1 hour")), counts.refreshesOfPage)
  const old = TestClock.adjust("2 minutes")
  const storm = Effect.forEach(Array(1000), () => Session.getAccessToken(), { concurrency: "unbounded" })
  printCount("1,000 concurrent tokens for other servers", await countRefreshes(Effect.andThen(old, storm)), 1)
  const changes = Effect.gen(function*() {
    yield* CurrentUser.update({ displayName: "Ada" })
    const team = yield* Teams.create({ displayName: "Engines" })
    yield* Teams.select(team.id)
    yield* CurrentUser.get()
    yield* Session.getAccessToken()
  })
  printLimitedCount("a new name, a new team, its selection", await countRefreshes(changes), limits.refreshesOfChanges)
}

/** Watches the session of a visible page, as `AuthProvider` does. */
const watch = (time: "1 hour") =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(Effect.scoped(watchSession))
    yield* TestClock.adjust(time)
    yield* Fiber.interrupt(fiber)
  }).pipe(Effect.provideService(PageVisibility, { isVisible: () => true, subscribe: () => () => {} }))

const user = { primaryEmail: "ada@example.com", password: Redacted.make("correct horse battery") }

/** Runs a program as a user who has just signed in, and returns its refreshes. */
const countRefreshes = <E>(program: Effect.Effect<unknown, E, Client.Client>): Promise<number> => {
  const refreshes = countTransport((url) => url.endsWith("/auth/oauth/token"))
  const run = Effect.gen(function*() {
    yield* Password.signIn({ email: user.primaryEmail, password: user.password })
    refreshes.count = 0
    yield* program
    return refreshes.count
  })
  const { projectId, publishableClientKey } = Emulator.adminOptions
  return Effect.runPromise(run.pipe(
    Effect.provide(
      Client.layer({ projectId, publishableClientKey: publishableClientKey! }).pipe(
        Layer.provideMerge(TokenStore.layerMemory),
        Layer.provideMerge(refreshes.layer),
        Layer.provideMerge(Layer.fresh(Emulator.layer({ project: { users: [user] } }))),
        Layer.provideMerge(TestClock.layer())
      )
    )
  ))
}
