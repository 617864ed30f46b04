/** Webhooks that the emulator delivers, verified and decoded as an app does. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Anonymous, CurrentUser, Password, Session, TeamInvitations, Teams, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Permissions, Server, TeamMembers, Teams as ServerTeams, Users, Webhooks } from "latchkey/server"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { inspect } from "node:util"
import { callbackUrl, codeTo, device, email, layerAdmin, layerTest, on, password, signIn, signUp } from "../support.ts"

const secret = Redacted.make(`whsec_${btoa("a secret of 24 bytes....")}`)
const url = "https://app.example.com/webhooks"
const webhooks = [{ url, secret }]

const deliveries = Effect.flatMap(Emulator.Emulator, (emulator) => emulator.webhookDeliveries())

/** A receiver that collects verified events, and its emulator. */
const collecting = (options: Emulator.Options = {}) => {
  const events: Array<Webhooks.WebhookEvent> = []
  const webhookReceiver = Webhooks.handler(secret, (event) => Effect.sync(() => events.push(event)))
  return { events, options: { ...options, webhookReceiver, project: { webhooks, ...options.project } } }
}

/** Lets deliveries happen. They read the body of a request, which takes promises but no time. */
const settle = TestClock.adjust(0).pipe(
  Effect.andThen(Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
  Effect.repeat({ times: 10 })
)

/** The types of the events since the last call. */
const typesOf = (events: Array<Webhooks.WebhookEvent>) =>
  Effect.map(settle, () => events.splice(0).map(({ type }) => type))

const statuses = (statuses: ReadonlyArray<number | Error>) => {
  const pending = [...statuses]
  return () =>
    Effect.suspend(() => {
      const next = pending.shift() ?? 204
      return typeof next === "number" ? Effect.sync(() => new Response(null, { status: next })) : Effect.fail(next)
    })
}

describe("the emulator sends webhooks", () => {
  it.effect("webhooks are sent when users sign up, change, reset their password and are deleted", () => {
    const { events, options } = collecting()
    return Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* settle
      const [created] = events
      assert.strictEqual(created?.type, "user.created")
      if (created?.type !== "user.created") return
      assert.deepStrictEqual(created.data, yield* Users.get(userId))
      assert.match(created.id, /^msg_\w{27}$/)
      events.length = 0
      yield* CurrentUser.update({ displayName: "Ada" })
      yield* settle
      const [updated] = events
      assert.strictEqual(updated?.type === "user.updated" && updated.data.displayName, "Ada")
      events.length = 0
      yield* Users.update(userId, { serverMetadata: { a: 1 } })
      assert.deepStrictEqual(yield* typesOf(events), ["user.updated"])
      yield* Password.sendResetCode({ email, callbackUrl })
      yield* Password.reset({ code: yield* codeTo(email), password })
      assert.deepStrictEqual(yield* typesOf(events), ["user.updated"])
      yield* signIn()
      yield* Session.signOut
      assert.deepStrictEqual(yield* typesOf(events), [])
      yield* Users.remove(userId)
      yield* settle
      assert.deepStrictEqual(events.map(({ data, type }) => [type, data]), [
        ["user.deleted", { id: userId, teams: [] }]
      ])
    }).pipe(Effect.provide(layerTest(options)))
  })

  it.effect("events are delivered for anonymous users, their upgrade, and users that servers and tests create", () => {
    const { events, options } = collecting({ project: { config: { anonymousEnabled: true } } })
    return Effect.gen(function*() {
      yield* Anonymous.signUp
      assert.deepStrictEqual(yield* typesOf(events), ["user.created"])
      yield* signUp()
      assert.deepStrictEqual(yield* typesOf(events), ["user.updated"])
      yield* Users.create({})
      assert.deepStrictEqual(yield* typesOf(events), ["user.created"])
      const emulator = yield* Emulator.Emulator
      yield* emulator.createUser({})
      assert.deepStrictEqual(yield* typesOf(events), ["user.created"])
    }).pipe(Effect.provide(layerTest(options)))
  })

  it.effect("webhooks are sent for teams, memberships and permissions", () => {
    const { events, options } = collecting()
    return Effect.gen(function*() {
      const { userId } = yield* signUp()
      const bob = yield* Users.create({})
      yield* typesOf(events)
      const team = yield* ServerTeams.create({ displayName: "Engines", creatorUserId: userId })
      // The service does not report the membership of the creator.
      assert.deepStrictEqual(yield* typesOf(events), ["team.created"])
      yield* ServerTeams.update(team.id, { displayName: "Looms" })
      yield* settle
      const [changed] = events.splice(0)
      assert.strictEqual(changed?.type === "team.updated" && changed.data.displayName, "Looms")
      const membership = { teamId: team.id, userId: bob.id }
      yield* TeamMembers.add(membership)
      yield* settle
      assert.deepStrictEqual(events.splice(0).map(({ data, type }) => [type, data]), [
        ["team_membership.created", membership],
        ["team_permission.created", { id: "team_member", ...membership }]
      ])
      yield* Permissions.grantInTeam({ ...membership, permissionId: "$update_team" })
      yield* Permissions.revokeInTeam({ ...membership, permissionId: "$update_team" })
      assert.deepStrictEqual(yield* typesOf(events), ["team_permission.created", "team_permission.deleted"])
      yield* TeamMembers.remove(membership)
      assert.deepStrictEqual(yield* typesOf(events), ["team_membership.deleted"])
      yield* TeamMembers.add(membership)
      yield* typesOf(events)
      yield* Users.remove(bob.id)
      yield* settle
      assert.deepStrictEqual(events.splice(0).map(({ data, type }) => [type, data]), [
        ["team_membership.deleted", membership],
        ["user.deleted", { id: bob.id, teams: [{ id: team.id }] }]
      ])
      yield* ServerTeams.remove(team.id)
      yield* settle
      assert.deepStrictEqual(events.splice(0).map(({ data, type }) => [type, data]), [
        ["team.deleted", { id: team.id }]
      ])
    }).pipe(Effect.provide(layerTest(options)))
  })

  it.effect("events are delivered for a new user's team before the user, and for an accepted invitation", () => {
    const { events, options } = collecting({ project: { config: { createTeamOnSignUp: true } } })
    return Effect.gen(function*() {
      yield* signUp()
      yield* settle
      assert.deepStrictEqual(events.map(({ type }) => type), ["team.created", "user.created"])
      const created = events.splice(0)[1]
      assert.isNull(created?.type === "user.created" ? created.data.selectedTeam : undefined)
      const [team] = yield* Teams.list
      yield* TeamInvitations.send({ teamId: team!.id, email: "bob@example.com", callbackUrl })
      const bob = yield* device()
      yield* on(bob)(signUp("bob@example.com"))
      yield* typesOf(events)
      yield* on(bob)(TeamInvitations.accept({ code: yield* codeTo("bob@example.com") })).pipe(Effect.ignore)
      // The newest email to Bob verifies his address.
      const emulator = yield* Emulator.Emulator
      const { code } = yield* emulator.latestMail({ to: "bob@example.com", type: "team_invitation" })
      yield* on(bob)(TeamInvitations.accept({ code: code! }))
      assert.deepStrictEqual(yield* typesOf(events), ["team_membership.created", "team_permission.created"])
    }).pipe(Effect.provide(layerTest(options)))
  })

  it.effect("no webhooks are sent for initial users, failed requests or types that an endpoint does not want", () => {
    const { events, options } = collecting({
      project: { users: [{ primaryEmail: email }], webhooks: [{ url, secret, events: ["user.deleted"] }] }
    })
    return Effect.gen(function*() {
      yield* Effect.flip(signUp())
      const user = yield* Users.create({})
      assert.deepStrictEqual([yield* typesOf(events), yield* deliveries], [[], []])
      yield* Users.remove(user.id)
      assert.deepStrictEqual(yield* typesOf(events), ["user.deleted"])
    }).pipe(Effect.provide(layerTest(options)))
  })

  it.effect("an endpoint with an empty list of events gets no webhooks", () => {
    const { events, options } = collecting({ project: { webhooks: [{ url, secret, events: [] }] } })
    return Effect.gen(function*() {
      yield* signUp()
      assert.deepStrictEqual([yield* typesOf(events), yield* deliveries], [[], []])
    }).pipe(Effect.provide(layerTest(options)))
  })

  it.effect("each endpoint gets the same id, signed with its own secret", () => {
    const other = Redacted.make(`whsec_${btoa("another secret of 24 byte")}`)
    const seen: Array<readonly [string, string | null, string]> = []
    const webhookReceiver: Emulator.WebhookReceiver = (request) =>
      Webhooks.verify(request, request.url === url ? secret : other).pipe(
        Effect.map((event) => {
          seen.push([request.url, request.headers.get("svix-id"), event.id])
          return new Response()
        })
      )
    return Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* emulator.setWebhooks([...webhooks, { url: "https://other.example.com/", secret: other }])
      yield* signUp()
      yield* settle
      const id = seen[0]?.[2]
      assert.deepStrictEqual(seen, [[url, id!, id!], ["https://other.example.com/", id!, id!]])
      assert.deepStrictEqual((yield* deliveries).map(({ status }) => status), ["delivered", "delivered"])
      for (const invalid of [[{ url: "/webhooks", secret }], [{ url, secret: "whsec_!" }], [{ url, secret: "abc" }]]) {
        assert.isTrue(Exit.hasDies(yield* Effect.exit(emulator.setWebhooks(invalid))))
      }
    }).pipe(Effect.provide(layerTest({ webhookReceiver })))
  })
})

describe("a failed delivery", () => {
  it.effect("is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each with a new timestamp", () => {
    const ids = new Set<string | null>()
    const timestamps: Array<number> = []
    const webhookReceiver: Emulator.WebhookReceiver = ({ headers }) =>
      Effect.sync(() => {
        ids.add(headers.get("svix-id"))
        timestamps.push(Number(headers.get("svix-timestamp")))
        return new Response(null, { status: 500 })
      })
    return Effect.gen(function*() {
      yield* signUp()
      yield* settle
      const delays = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
      let time = 0
      const times = [0]
      for (const delay of delays) {
        yield* TestClock.adjust(delay * 1000 - 1)
        assert.deepStrictEqual(timestamps, times)
        const [row] = yield* deliveries
        assert.deepStrictEqual([row!.status, row!.nextAttemptAt], ["pending", new Date((time + delay) * 1000)])
        yield* TestClock.adjust(1)
        times.push(time += delay)
        assert.deepStrictEqual(timestamps, times)
      }
      const [row] = yield* deliveries
      assert.strictEqual(row!.status, "failed")
      assert.isUndefined(row!.nextAttemptAt)
      assert.deepStrictEqual(
        row!.attempts,
        times.map((at) => ({ at: new Date(at * 1000), status: 500, error: undefined }))
      )
      yield* TestClock.adjust("30 days")
      assert.lengthOf(timestamps, 8)
      assert.strictEqual(ids.size, 1)
    }).pipe(Effect.provide(layerTest({ project: { webhooks }, webhookReceiver })))
  })

  it.effect("records the status or the error of each attempt, and ends with the first success", () => {
    const failures = [301, 404, new Error("connect ECONNREFUSED"), 503]
    const answer = statuses(failures)
    return Effect.gen(function*() {
      yield* signUp()
      yield* settle
      yield* TestClock.adjust("3 hours")
      const [row] = yield* deliveries
      assert.deepStrictEqual(row!.attempts.map(({ error, status }) => status ?? error), [
        301,
        404,
        "connect ECONNREFUSED",
        503,
        204
      ])
      assert.strictEqual(row!.status, "delivered")
      assert.deepNestedPropertyVal(row!.payload, "data.primary_email", email)
      assert.notInclude(inspect(yield* deliveries, { depth: null }), "whsec_")
    }).pipe(Effect.provide(layerTest({ project: { webhooks }, webhookReceiver: () => answer() })))
  })

  it.effect("a delivery fails if the receiver dies, throws, or does not respond within 15 seconds", () => {
    let count = 0
    const webhookReceiver = (): Effect.Effect<Response> => {
      count++
      if (count === 1) return Effect.die(new Error("a defect"))
      if (count === 2) throw new Error("a throw")
      return count === 3 ? Effect.never : Effect.sync(() => new Response())
    }
    return Effect.gen(function*() {
      yield* signUp()
      yield* settle
      yield* TestClock.adjust("5 seconds")
      yield* TestClock.adjust("5 minutes")
      assert.lengthOf((yield* deliveries)[0]!.attempts, 2)
      yield* TestClock.adjust("15 seconds")
      const [row] = yield* deliveries
      assert.deepStrictEqual(row!.attempts.map(({ error }) => error), [
        "a defect",
        "a throw",
        "No response within 15 seconds"
      ])
      // The delay starts when the attempt has failed.
      assert.deepStrictEqual(row!.nextAttemptAt, new Date((5 + 300 + 15 + 1800) * 1000))
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual((yield* deliveries)[0]!.status, "delivered")
    }).pipe(Effect.provide(layerTest({ project: { webhooks }, webhookReceiver })))
  })

  it.effect("neither delays nor fails the request that caused it", () =>
    Effect.gen(function*() {
      const never = yield* Deferred.make<Response>()
      yield* Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* CurrentUser.update({ displayName: "Ada" })
        assert.strictEqual((yield* Users.get(userId)).displayName, "Ada")
        yield* settle
        assert.deepStrictEqual((yield* deliveries).map(({ status }) => status), ["pending", "pending"])
      }).pipe(Effect.provide(layerTest({ project: { webhooks }, webhookReceiver: () => Deferred.await(never) })))
    }))
})

describe("deliveries", () => {
  it.effect("end with the scope of the emulator", () =>
    Effect.gen(function*() {
      let attempts = 0
      let interrupted = 0
      const webhookReceiver = () =>
        Effect.suspend(() => attempts++ % 2 === 0 ? Effect.fail("no") : Effect.never).pipe(
          Effect.onInterrupt(() => Effect.sync(() => interrupted++))
        )
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(layerTest({ project: { webhooks }, webhookReceiver }), scope)
      yield* Effect.provide(Effect.andThen(signUp(), Users.create({})), services)
      yield* settle
      assert.deepStrictEqual([attempts, interrupted], [2, 0])
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual([attempts, interrupted], [2, 1])
      yield* TestClock.adjust("30 days")
      assert.strictEqual(attempts, 2)
    }))

  it.effect("deliveries are the same in each run with a seed", () => {
    const run = () => {
      const { events, options } = collecting()
      return Effect.gen(function*() {
        yield* signUp()
        yield* Teams.create({ displayName: "Engines" })
        yield* settle
        return { events, deliveries: yield* deliveries }
      }).pipe(Effect.provide(layerTest(options)), Random.withSeed("a seed"))
    }
    return Effect.gen(function*() {
      const first = yield* run()
      // The client selects the new team.
      assert.deepStrictEqual(first.events.map(({ type }) => type), ["user.created", "team.created", "user.updated"])
      assert.deepStrictEqual(yield* run(), first)
    })
  })

  it.effect("a snapshot's deliveries continue after a restore, and later deliveries are removed", () => {
    const answer = statuses([500, 500, 500])
    return Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signUp()
      yield* settle
      const taken = yield* emulator.snapshot
      yield* TestClock.adjust("1 seconds")
      yield* Users.create({})
      yield* settle
      assert.lengthOf(yield* deliveries, 2)
      yield* emulator.setWebhooks([])
      yield* emulator.restore(taken)
      assert.lengthOf(yield* deliveries, 1)
      yield* TestClock.adjust("4 seconds")
      yield* TestClock.adjust("10 hours")
      const [row] = yield* deliveries
      // One attempt at 0 s, one at 5 s, and one at 5 s + 5 min: the delivery is not continued twice.
      assert.deepStrictEqual(row!.attempts.map(({ at, status }) => [at.getTime(), status]), [[0, 500], [5000, 500], [
        305_000,
        204
      ]])
      yield* Users.create({})
      assert.lengthOf(yield* deliveries, 2)
    }).pipe(Effect.provide(layerTest({ project: { webhooks }, webhookReceiver: () => answer() })))
  })

  it.effect("a restore interrupts deliveries in progress, which start again", () => {
    const seen = { started: 0, interrupted: 0 }
    const webhookReceiver = () =>
      Effect.suspend(() => seen.started++ === 0 ? Effect.never : Effect.succeed(new Response())).pipe(
        Effect.onInterrupt(() => Effect.sync(() => seen.interrupted++))
      )
    return Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* Users.create({})
      yield* settle
      yield* emulator.restore(yield* emulator.snapshot)
      yield* settle
      assert.deepStrictEqual(seen, { started: 2, interrupted: 1 })
      assert.deepStrictEqual((yield* deliveries).map(({ status }) => status), ["delivered"])
    }).pipe(Effect.provide(layerTest({ project: { webhooks }, webhookReceiver })))
  })

  it.effect("deliveries stop when the project is deleted", () => {
    let attempts = 0
    const webhookReceiver = () =>
      Effect.sync(() => {
        attempts++
        return new Response(null, { status: 500 })
      })
    return Effect.gen(function*() {
      yield* Users.create({})
      yield* settle
      const { Project } = yield* Effect.promise(() => import("latchkey/admin"))
      yield* Project.remove
      yield* TestClock.adjust("10 days")
      assert.strictEqual(attempts, 1)
    }).pipe(Effect.provide(layerAdmin({ project: { webhooks }, webhookReceiver })))
  })
})

describe("webhooks over HTTP", () => {
  it.live("reach a server of Node.js, which verifies them", () =>
    Effect.gen(function*() {
      const received = yield* Deferred.make<Webhooks.WebhookEvent>()
      const respond = Webhooks.handler(secret, (event) => Deferred.succeed(received, event))
      const server = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const server = createServer((request, response) => {
            Effect.runPromise(respond(request)).then(
              ({ status }) => response.writeHead(status).end(),
              () => response.destroy()
            )
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close().closeAllConnections())
      )
      const { port } = server.address() as AddressInfo
      yield* Effect.gen(function*() {
        const emulator = yield* Emulator.Emulator
        yield* emulator.setWebhooks([{ url: `http://127.0.0.1:${port}/webhooks`, secret }])
        const { url: apiUrl } = yield* serve()
        yield* Users.create({ displayName: "Ada" }).pipe(
          Effect.provide(
            Server.layer({ ...Emulator.serverOptions, apiUrl }).pipe(Layer.provide(TokenStore.layerMemory))
          )
        )
        const event = yield* Deferred.await(received)
        assert.strictEqual(event.type === "user.created" && event.data.displayName, "Ada")
      }).pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport()))
    }))
})
