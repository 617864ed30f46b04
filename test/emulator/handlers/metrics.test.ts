import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, Password } from "latchkey"
import { Metrics } from "latchkey/admin"
import { Sessions, Users } from "latchkey/server"
import { clientHeaders, codeOf, layerAdmin, password, send, serverHeaders, signIn, signUp } from "../support.ts"

const noon = Date.UTC(2026, 0, 31, 12)

const emailsOf = (users: ReadonlyArray<Users.ServerUser>) => users.map(({ primaryEmail }) => primaryEmail)

/** The days with activity, with their counts. */
const eventful = (days: ReadonlyArray<Metrics.DailyCount>) =>
  days.filter(({ activity }) => activity > 0).map(({ activity, date }) => [date, activity])

const signInFrom = (email: string, headers: Readonly<Record<string, string>>) =>
  send("POST", "/auth/password/sign-in", { ...clientHeaders, ...headers }, {
    email,
    password: Redacted.value(password)
  })

describe("metrics", () => {
  it.effect("a new project's metrics are zero for the last 31 days", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const { dailyActiveUsers, dailyUsers, ...rest } = yield* Metrics.get
      assert.strictEqual(dailyUsers.length, 31)
      assert.deepStrictEqual(dailyUsers[0], { date: "2026-01-01", activity: 0 })
      assert.deepStrictEqual(dailyUsers[30], { date: "2026-01-31", activity: 0 })
      assert.deepStrictEqual(dailyActiveUsers, dailyUsers)
      assert.deepStrictEqual(rest, {
        totalUsers: 0,
        usersByCountry: {},
        recentlyRegistered: [],
        recentlyActive: [],
        loginMethods: []
      })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("count sign-ups per day in UTC", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 29, 23, 59, 59, 999))
      yield* signUp("a@example.com")
      yield* TestClock.adjust(1)
      yield* signUp("b@example.com")
      yield* Users.create()
      yield* TestClock.setTime(noon)
      const { dailyUsers, totalUsers } = yield* Metrics.get
      assert.strictEqual(totalUsers, 3)
      assert.deepStrictEqual(eventful(dailyUsers), [["2026-01-29", 1], ["2026-01-30", 2]])
      yield* TestClock.adjust("29 days")
      assert.deepStrictEqual(eventful((yield* Metrics.get).dailyUsers), [["2026-01-30", 2]])
      assert.strictEqual((yield* Metrics.get).totalUsers, 3)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("count each user who was issued an access token once per day", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon - 86_400_000)
      yield* signUp("a@example.com")
      yield* signIn("a@example.com")
      yield* Users.create({ displayName: "never active" })
      yield* TestClock.setTime(noon)
      yield* CurrentUser.get()
      yield* signUp("b@example.com")
      const { dailyActiveUsers, recentlyActive } = yield* Metrics.get
      assert.deepStrictEqual(eventful(dailyActiveUsers), [["2026-01-30", 1], ["2026-01-31", 2]])
      assert.deepStrictEqual(emailsOf(recentlyActive), ["b@example.com", "a@example.com"])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("count a session created by a server as activity of its user", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ primaryEmail: "a@example.com" })
      assert.deepStrictEqual((yield* Metrics.get).recentlyActive, [])
      yield* Sessions.create({ userId: id })
      assert.deepStrictEqual(emailsOf((yield* Metrics.get).recentlyActive), ["a@example.com"])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("keep the activity of a deleted user, and not the sign-up", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const { userId } = yield* signUp()
      yield* Users.remove(userId)
      const metrics = yield* Metrics.get
      assert.deepStrictEqual(eventful(metrics.dailyActiveUsers), [["2026-01-31", 1]])
      assert.deepStrictEqual(eventful(metrics.dailyUsers), [])
      assert.strictEqual(metrics.totalUsers, 0)
      assert.deepStrictEqual(metrics.recentlyActive, [])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("contain the five newest users and the five most recently active ones", () =>
    Effect.gen(function*() {
      for (const name of ["a", "b", "c", "d", "e", "f"]) {
        yield* signUp(`${name}@example.com`)
        if (name !== "b") yield* TestClock.adjust("1 minute")
      }
      yield* Password.signIn({ email: "a@example.com", password })
      const { recentlyActive, recentlyRegistered } = yield* Metrics.get
      const addresses = (names: string) => names.split("").map((name) => `${name}@example.com`)
      assert.deepStrictEqual(emailsOf(recentlyRegistered), addresses("fedcb"))
      assert.deepStrictEqual(emailsOf(recentlyActive), addresses("afedc"))
      assert.deepStrictEqual(recentlyRegistered[0], yield* Users.get(recentlyRegistered[0]!.id))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a deleted user leaves a gap among the five most recently active users", () =>
    Effect.gen(function*() {
      const ids: Array<string> = []
      for (const name of ["a", "b", "c", "d", "e", "f"]) {
        ids.push((yield* signUp(`${name}@example.com`)).userId)
        yield* TestClock.adjust("1 minute")
      }
      yield* Users.remove(ids[4]!)
      const { recentlyActive, recentlyRegistered } = yield* Metrics.get
      const addresses = (names: string) => names.split("").map((name) => `${name}@example.com`)
      assert.deepStrictEqual(emailsOf(recentlyActive), addresses("fdcb"))
      assert.deepStrictEqual(emailsOf(recentlyRegistered), addresses("fdcba"))
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("count deleted users and ended sessions by their last country", () =>
    Effect.gen(function*() {
      const ids: Array<string> = []
      for (const name of ["a", "b"]) {
        const primaryEmail = `${name}@example.com`
        ids.push((yield* Users.create({ primaryEmail, primaryEmailAuthEnabled: true, password })).id)
        yield* signInFrom(primaryEmail, { "x-forwarded-for": "203.0.113.7", "x-vercel-ip-country": "DE" })
      }
      yield* signInFrom("b@example.com", { "x-forwarded-for": "203.0.113.7", "x-vercel-ip-country": "FR" })
      yield* Users.remove(ids[0]!)
      yield* Users.update(ids[1]!, { password })
      assert.deepStrictEqual((yield* Metrics.get).usersByCountry, { DE: 1, FR: 1 })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("count users by their last country", () =>
    Effect.gen(function*() {
      for (const name of ["a", "b", "c", "d"]) {
        yield* Users.create({ primaryEmail: `${name}@example.com`, primaryEmailAuthEnabled: true, password })
      }
      const from = (country: string) => ({ "x-forwarded-for": "203.0.113.7", "x-vercel-ip-country": country })
      yield* signInFrom("a@example.com", from("DE"))
      yield* signInFrom("b@example.com", from("DE"))
      yield* TestClock.adjust(1)
      yield* signInFrom("b@example.com", from("FR"))
      yield* TestClock.adjust(1)
      yield* signInFrom("b@example.com", { "x-forwarded-for": "203.0.113.8" })
      yield* signInFrom("c@example.com", from("DE"))
      yield* signInFrom("d@example.com", {})
      assert.deepStrictEqual((yield* Metrics.get).usersByCountry, { DE: 2, FR: 1 })
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("count every sign-in method of every user", () =>
    Effect.gen(function*() {
      const github = { id: "github", accountId: "1", email: null }
      yield* Users.create({ password, primaryEmail: "a@example.com", otpAuthEnabled: true })
      yield* Users.create({ password, primaryEmail: "b@example.com", oauthProviders: [github] })
      yield* Users.create({ displayName: "without any" })
      assert.deepStrictEqual((yield* Metrics.get).loginMethods, [
        { method: "github", count: 1 },
        { method: "otp", count: 1 },
        { method: "password", count: 2 }
      ])
    }).pipe(Effect.provide(layerAdmin({ project: { config: { oauthProviders: ["github"] } } }))))

  it.effect("are for admins only", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/internal/metrics", serverHeaders)
      assert.strictEqual(codeOf(response), "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(layerAdmin())))
})
