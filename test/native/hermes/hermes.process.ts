import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import { ada } from "../../emulator/oauthSupport.ts"
import { layerEmulator } from "../support.ts"
import type * as App from "./app.ts"
import { build } from "./build.ts"
import { makeNative } from "./native.ts"
import { makeRealm } from "./realm.ts"

const { projectId, publishableClientKey } = Emulator.clientOptions

/** Starts the app in a new realm, with the emulator as its service. */
const startApp = Effect.gen(function*() {
  const emulator = yield* Emulator.Emulator
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const urls: Array<string> = []
  const realm = makeRealm({
    ...yield* makeNative(urls),
    browse: (url, done) => {
      runFork(Effect.map(Effect.orDie(emulator.signInWithProvider(url, ada)), (link) => done(link.toString())))
    }
  })
  realm.run(yield* script)
  // Sound: the script assigns its exports to this variable.
  const app = realm.run("program") as typeof App
  app.start(projectId, publishableClientKey)
  /** Runs a story. Its result is copied, because its prototypes are those of the realm. */
  const run = <A>(story: () => Promise<A>) =>
    Effect.promise(async () => JSON.parse(JSON.stringify(await story() ?? null)) as A)
  return { app, run, urls, emulator }
})

const script = Effect.runSync(Effect.cached(Effect.promise(() => build("app.ts"))))

describe("an app in a realm with the globals of Hermes, React Native and Expo", () => {
  it.live("signs up, refreshes, writes and reads, and signs out", () =>
    Effect.gen(function*() {
      const { app, run } = yield* startApp
      assert.deepStrictEqual(yield* run(app.signUp), { isSame: true, email: "ada@example.com", stored: 1 })
      assert.deepStrictEqual(yield* run(app.refresh), { hasToken: true })
      assert.deepStrictEqual(yield* run(app.change), { created: "Müller & Söhne", names: ["Müller & Söhne"] })
      assert.deepStrictEqual(yield* run(app.signOut), { user: null, stored: 0 })
      assert.strictEqual((yield* run(app.signInWithWrongPassword))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layerEmulator())))

  it.live("signs in with a provider, with a code challenge of expo-crypto", () =>
    Effect.gen(function*() {
      const { app, run } = yield* startApp
      assert.deepStrictEqual(yield* run(app.signInWithProvider), {
        isNewUser: true,
        isSame: true,
        email: "ada@example.com"
      })
    }).pipe(Effect.provide(layerEmulator())))

  it.live("signs in with the link of an email", () =>
    Effect.gen(function*() {
      const { app, emulator, run } = yield* startApp
      yield* run(app.sendMagicLink)
      const { link } = yield* emulator.latestMail()
      assert.strictEqual(yield* run(() => app.openNextLink(link!)), "MagicLink")
    }).pipe(Effect.provide(layerEmulator())))

  it.live("requests have no parameter that React Native's fetch adds for a cache mode", () =>
    Effect.gen(function*() {
      const { app, run, urls } = yield* startApp
      yield* run(app.signUp)
      assert.isAbove(urls.filter((url) => url.startsWith("GET")).length, 0)
      for (const url of urls) assert.notMatch(url, /[?&]_=/)
    }).pipe(Effect.provide(layerEmulator())))
})
