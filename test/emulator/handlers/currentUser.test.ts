import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Anonymous, CurrentUser as OwnUser, Session } from "latchkey"
import { CurrentUser, Users } from "latchkey/server"
import { configure, email, failure, layerTest, signUp, tagsOf } from "../support.ts"

describe("the user of a server's session", () => {
  it.effect("is returned with the server's fields", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { serverMetadata: { plan: "gold" } })
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.strictEqual(user.id, userId)
      assert.deepStrictEqual(user.serverMetadata, { plan: "gold" })
      assert.strictEqual(user.primaryEmail, email)
      assert.isFalse("serverMetadata" in (yield* OwnUser.get({ or: "throw" })))
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts every update that a server may make", () =>
    Effect.gen(function*() {
      yield* signUp()
      const user = yield* CurrentUser.update({ clientReadOnlyMetadata: { seats: 3 }, primaryEmailVerified: true })
      assert.deepStrictEqual(user.clientReadOnlyMetadata, { seats: 3 })
      assert.isTrue(user.primaryEmailVerified)
      assert.deepStrictEqual((yield* OwnUser.get({ or: "throw" })).clientReadOnlyMetadata, { seats: 3 })
    }).pipe(Effect.provide(layerTest())))

  it.effect("is null if no user is signed in", () =>
    Effect.gen(function*() {
      assert.isNull(yield* CurrentUser.get())
      const error = yield* failure(CurrentUser.get({ or: "throw" }))
      assert.strictEqual(error.message, "No user is signed in. This call requires one.")
      assert.strictEqual(tagsOf(yield* failure(CurrentUser.update({}))), "CannotGetOwnUserWithoutUser")
      yield* signUp()
      yield* Session.signOut
      assert.isNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layerTest())))

  it.effect("is null if the user is anonymous, unless included", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: true })
      const { userId } = yield* Anonymous.signUp
      assert.isNull(yield* CurrentUser.get())
      assert.strictEqual((yield* failure(CurrentUser.get({ or: "throw" })))._tag, "UserNotSignedIn")
      assert.strictEqual((yield* CurrentUser.get({ or: "anonymous-if-exists" }))?.id, userId)
    }).pipe(Effect.provide(layerTest())))
})
