/** An app that runs in a realm. Each function is one story, and returns facts about its end. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, CurrentUser, MagicLink, Password, Session, Teams } from "latchkey"
import { DeepLinks, Expo, NativeOAuth } from "latchkey/react-native"
import { openLink } from "./modules/expo-linking.ts"
import { items } from "./modules/expo-secure-store.ts"

const website = "https://app.example.com"

const makeRuntime = (id: string, key: string) =>
  ManagedRuntime.make(
    Client.layer({ projectId: id, publishableClientKey: key }).pipe(
      Layer.provideMerge(Expo.layer({ projectId: id, scheme: "myapp", website }))
    )
  )

let runtime: ReturnType<typeof makeRuntime>
let started: readonly [id: string, key: string]

/** Starts the app. */
export const start = (id: string, key: string): void => {
  started = [id, key]
  runtime = makeRuntime(id, key)
}

const credentials = { email: "ada@example.com", password: "correct horse" }

export const signUp = () =>
  runtime.runPromise(Effect.gen(function*() {
    const { userId } = yield* Password.signUp(credentials)
    const user = yield* CurrentUser.get({ or: "throw" })
    return { isSame: user.id === userId, email: user.primaryEmail, stored: items.size }
  }))

/** Starts the app again, with the refresh token only. */
export const refresh = async () => {
  for (const [key, text] of items) items.set(key, JSON.stringify({ refreshToken: JSON.parse(text).refreshToken }))
  start(...started)
  return runtime.runPromise(Effect.map(Session.getAccessToken(), (token) => ({ hasToken: token !== null })))
}

export const change = () =>
  runtime.runPromise(Effect.gen(function*() {
    const team = yield* Teams.create({ displayName: "Müller & Söhne" })
    const teams = yield* Teams.list
    return { created: team.displayName, names: teams.map(({ displayName }) => displayName) }
  }))

export const signOut = () =>
  runtime.runPromise(Effect.gen(function*() {
    yield* Session.signOut
    return { user: yield* CurrentUser.get(), stored: items.size }
  }))

export const signInWithWrongPassword = () =>
  runtime.runPromise(
    Effect.map(
      Effect.flip(Password.signIn({ ...credentials, password: "wrong horse" })),
      ({ _tag, message }) => ({ _tag, message })
    )
  )

export const signInWithProvider = () =>
  runtime.runPromise(Effect.gen(function*() {
    const { isNewUser, userId } = yield* NativeOAuth.signIn({ provider: "github" })
    const user = yield* CurrentUser.get({ or: "throw" })
    return { isNewUser, isSame: user.id === userId, email: user.primaryEmail }
  }))

/** Opens the app with the link of an email, and resolves with the result of its handler. */
export const openNextLink = (url: string) =>
  runtime.runPromise(Effect.scoped(Effect.gen(function*() {
    const done = yield* Deferred.make<string>()
    const note = (name: string) => Deferred.succeed(done, name)
    yield* DeepLinks.listen({
      MagicLink: ({ code }) =>
        Effect.matchEffect(MagicLink.signIn({ code }), {
          onSuccess: () => note("MagicLink"),
          onFailure: ({ _tag }) => note(_tag)
        })
    })
    openLink(url)
    return yield* Deferred.await(done)
  })))

export const sendMagicLink = () => runtime.runPromise(Effect.asVoid(MagicLink.send({ email: "grace@example.com" })))
