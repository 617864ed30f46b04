/** Case 13 for every sign-in method: interrupted at each step, it has no later effect. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Cli, Client, CurrentUser, EmailCode, MagicLink, Mfa, Password, TabStorage, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { callbackUrl, codeTo, device, email, mailTo, on, password, signIn, signUp } from "../emulator/support.ts"
import { makeCountingStore, turns } from "../session/support.ts"
import { layerTest, totp, totpSecretBase64 } from "./mfaSupport.ts"

/** A network on which every request takes several scheduler ticks, and which counts pending requests. */
const watched = Effect.map(Transport, (transport) => {
  const counts = { sent: 0, underWay: 0 }
  const network: Transport = (request) =>
    Effect.suspend(() => {
      counts.sent++
      counts.underWay++
      return turns(3).pipe(
        Effect.andThen(transport(request)),
        Effect.tap(() => turns(3)),
        Effect.ensuring(Effect.sync(() => counts.underWay--))
      )
    })
  return { counts, network }
})

/** A client whose store counts its writes. */
const countedDevice = Effect.gen(function*() {
  const { counts, layer } = makeCountingStore()
  const phone = yield* Layer.build(Layer.fresh(
    Client.layer(Emulator.clientOptions).pipe(Layer.provideMerge(layer))
  ))
  return { counts, phone }
})

/** A sign-in method, with its preparation. */
type Way = Effect.Effect<
  Effect.Effect<unknown, unknown, Client.Client>,
  unknown,
  Layer.Success<typeof layerTest> | Scope.Scope
>

const ways: Readonly<Record<string, Way>> = {
  "a password": Effect.succeed(signIn()),
  "the code of a mail": Effect.gen(function*() {
    const sent = yield* EmailCode.send({ email, callbackUrl })
    return sent.signIn((yield* mailTo(email)).otp!)
  }),
  "the link of a mail": Effect.gen(function*() {
    yield* MagicLink.send({ email, callbackUrl })
    return MagicLink.signIn({ code: yield* codeTo(email) })
  }),
  "a command line": Effect.gen(function*() {
    const browser = on(yield* device())
    yield* browser(signIn())
    return Cli.signIn({
      appUrl: "https://app.test",
      open: (url) => Effect.suspend(() => browser(Cli.confirm({ loginCode: Cli.parseLoginCode(Redacted.value(url))! })))
    })
  })
}

describe("case 13: an interrupted sign-in", () => {
  for (const [name, way] of Object.entries(ways)) {
    it.effect(
      `a sign-in interrupted at any step stores nothing, leaves no request, and permits the next sign-in: ${name}`,
      () =>
        Effect.gen(function*() {
          const { userId } = yield* signUp()
          yield* Users.update(userId, { primaryEmailVerified: true })
          for (let step = 0, isOver = false; !isOver; step++) {
            assert.isBelow(step, 500)
            const { counts: writes, phone } = yield* countedDevice
            const { counts, network } = yield* watched
            const flow = on(phone)(yield* way)
            const fiber = yield* Effect.forkChild(Effect.provideService(flow, Transport, network))
            yield* turns(step)
            isOver = fiber.pollUnsafe() !== undefined
            yield* Fiber.interrupt(fiber)
            const after = writes.writes
            const sent = counts.sent
            assert.strictEqual(counts.underWay, 0, `step ${step}`)
            yield* TestClock.adjust("1 minute")
            yield* turns(50)
            assert.deepStrictEqual([writes.writes, counts.sent], [after, sent], `step ${step}`)
            // Everything was stored, or nothing.
            const user = yield* on(phone)(CurrentUser.get())
            assert.strictEqual(user === null, after === 0, `step ${step}`)
            if (user === null) yield* on(phone)(signIn())
          }
        }).pipe(Effect.provide(layerTest), Effect.provide(TabStorage.layerMemory))
    )
  }

  it.effect(
    "a second factor interrupted at any step keeps the persisted continuation until it is used",
    () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* CurrentUser.update({ totpSecretBase64 })
        for (let step = 0, isOver = false; !isOver; step++) {
          assert.isBelow(step, 500)
          const { counts: writes, phone } = yield* countedDevice
          const { counts, network } = yield* watched
          const continuation = yield* on(phone)(Mfa.orContinue(Password.signIn({ email, password })))
          assert(Mfa.isContinuation(continuation))
          yield* Mfa.keep(continuation)
          const flow = on(phone)(continuation.complete(yield* totp()))
          const fiber = yield* Effect.forkChild(Effect.provideService(flow, Transport, network))
          yield* turns(step)
          isOver = fiber.pollUnsafe() !== undefined
          yield* Fiber.interrupt(fiber)
          assert.strictEqual(counts.underWay, 0)
          const after = writes.writes
          yield* TestClock.adjust("1 minute")
          assert.strictEqual(writes.writes, after)
          assert.strictEqual((yield* on(phone)(CurrentUser.get())) === null, after === 0)
          if (after === 0) assert.isDefined(yield* Mfa.restore)
          if (isOver) assert.isUndefined(yield* Mfa.restore)
        }
      }).pipe(Effect.provide(layerTest), Effect.provide(TabStorage.layerMemory))
  )
})
