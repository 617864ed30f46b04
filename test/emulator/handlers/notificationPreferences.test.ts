import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { NotificationPreferences, Session } from "latchkey"
import { NotificationPreferences as ServerNotificationPreferences } from "latchkey/server"
import { clientHeaders, codeOf, failure, layerTest, nobody, refusalOf, send, signUp, tagsOf } from "../support.ts"

const show = (preferences: ReadonlyArray<NotificationPreferences.NotificationPreference>) =>
  preferences.map((
    { canDisable, enabled, notificationCategoryName }
  ) => [notificationCategoryName, enabled, canDisable])

describe("notification preferences", () => {
  it.effect("are on by default, and only marketing can be disabled", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const preferences = yield* NotificationPreferences.list
      assert.deepStrictEqual(preferences.map(({ notificationCategoryId }) => notificationCategoryId), [
        "7bb82d33-2f54-4a3d-9d23-82739e0d66ef",
        "4f6f8873-3d04-46bd-8bef-18338b1a1b4c"
      ])
      assert.deepStrictEqual(show(preferences), [["Transactional", true, false], ["Marketing", true, true]])
      assert.deepStrictEqual(yield* ServerNotificationPreferences.list(userId), preferences)
      assert.deepStrictEqual(yield* ServerNotificationPreferences.list("me"), preferences)
    }).pipe(Effect.provide(layerTest())))

  it.effect("keep a change by the user or by a server", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const [, marketing] = yield* NotificationPreferences.list
      const changed = yield* NotificationPreferences.update({ ...marketing!, enabled: false })
      assert.deepStrictEqual(changed, { ...marketing!, enabled: false })
      assert.deepStrictEqual((yield* NotificationPreferences.list)[1], changed)
      yield* ServerNotificationPreferences.update({ ...marketing!, userId, enabled: true })
      assert.deepStrictEqual((yield* NotificationPreferences.list)[1], marketing)
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be disabled for required emails, as in the recorded service", () =>
    Effect.gen(function*() {
      yield* signUp()
      const [transactional] = yield* NotificationPreferences.list
      yield* NotificationPreferences.update({ ...transactional!, enabled: false })
      assert.isFalse((yield* NotificationPreferences.list)[0]?.enabled)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client's notification preferences are the current user's", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const { userId: other } = yield* signUp("grace@example.com")
      const [marketing] = yield* ServerNotificationPreferences.list(other)
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const path = `/emails/notification-preference/${other}`
      for (
        const response of [
          yield* send("GET", path, headers),
          yield* send("PATCH", `${path}/${marketing?.notificationCategoryId}`, headers, { enabled: false })
        ]
      ) {
        assert.strictEqual(response.status, 403)
        assert.isUndefined(codeOf(response))
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("are refused without a user, for an unknown user and for an unknown category", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const unknown = { notificationCategoryId: nobody, enabled: true }
      assert.strictEqual(refusalOf(yield* failure(NotificationPreferences.update(unknown))).status, 404)
      const ofUser = yield* failure(ServerNotificationPreferences.update({ ...unknown, userId }))
      assert.strictEqual(refusalOf(ofUser).status, 404)
      const ofNobody = [
        yield* failure(ServerNotificationPreferences.list(nobody)),
        yield* failure(ServerNotificationPreferences.update({ ...unknown, userId: nobody }))
      ]
      for (const error of ofNobody) assert.strictEqual(error._tag, "UserNotFound")
      yield* Session.signOut
      const withoutUser = [
        yield* failure(NotificationPreferences.list),
        yield* failure(NotificationPreferences.update(unknown)),
        yield* failure(ServerNotificationPreferences.list("me")),
        yield* failure(ServerNotificationPreferences.update({ ...unknown, userId: "me" }))
      ]
      for (const error of withoutUser) assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))

  it.effect("require a value to be changed", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const response = yield* send("PATCH", `/emails/notification-preference/me/${nobody}`, headers, {})
      assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("2025 services have no notification preferences", () =>
    Effect.gen(function*() {
      yield* signUp()
      assert.strictEqual(tagsOf(yield* failure(NotificationPreferences.list)), "ApiError/UnsupportedGeneration")
      assert.strictEqual((yield* send("GET", "/emails/notification-preference/me")).status, 404)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})
