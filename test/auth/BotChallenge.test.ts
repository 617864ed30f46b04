import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { BotChallenge, EmailCode, MagicLink, OAuth, Password, Transport, type TransportRequest } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { tagsOf } from "../emulator/support.ts"
import { layerHost } from "../support/pageHost.ts"
import { follow, origin, parametersOf } from "./oauth/support.ts"

const email = "ada@example.com"
const callbackUrl = `${origin}/verify`
const good = (action: string) => ({ token: Redacted.make(`mock-turnstile-ok:${action}`) })
const bad = { token: Redacted.make("mock-turnstile-invalid") }

/** Answers the challenges with a function, and records the challenges and the requests. */
const watched = <A, E, R>(
  answer: (request: BotChallenge.BotChallengeRequest) => BotChallenge.BotChallengeAnswer | undefined,
  effect: Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const asked: Array<string> = []
    const sent: Array<TransportRequest> = []
    const transport = yield* Transport
    const result = yield* Effect.result(effect).pipe(
      Effect.provideService(BotChallenge.BotChallenge, (request) =>
        Effect.sync(() => {
          asked.push(`${request.phase} ${request.action}`)
          return answer(request)
        })),
      Effect.provideService(Transport, (request) => {
        sent.push(request)
        return transport(request)
      })
    )
    return { asked, result, sent }
  })

const signUp = Password.signUp({
  email,
  password: Redacted.make("correct horse"),
  verificationCallbackUrl: callbackUrl
})

const calls: Readonly<Record<string, Effect.Effect<unknown, { readonly _tag: string }, any>>> = {
  sign_up_with_credential: signUp,
  send_magic_link_email: MagicLink.send({ email, callbackUrl }),
  oauth_authenticate: OAuth.start({ provider: "github" })
}

const layer = (generation: "2025" | "2026" = "2026") =>
  Layer.merge(Emulator.layerClient({ generation }), layerHost(`${origin}/sign-in`))

describe("a bot challenge", () => {
  for (const [action, call] of Object.entries(calls)) {
    it.effect(`${action}: sends the token of the invisible challenge`, () =>
      Effect.gen(function*() {
        const { asked, result, sent } = yield* watched(() => good(action), call)
        assert.strictEqual(result._tag, "Success")
        assert.deepStrictEqual(asked, [`invisible ${action}`])
        const text = decodeURIComponent(`${sent.at(-1)!.url} ${sent.at(-1)!.body}`)
        assert.include(text, `mock-turnstile-ok:${action}`)
        assert.match(text, /bot_challenge_phase.{1,3}invisible/)
      }).pipe(Effect.provide(layer())))

    it.effect(`${action}: requests a visible challenge once if the invisible one fails`, () =>
      Effect.gen(function*() {
        const visible = yield* watched(({ phase }) => phase === "visible" ? good(action) : bad, call)
        assert.strictEqual(visible.result._tag, "Success")
        assert.deepStrictEqual(visible.asked, [`invisible ${action}`, `visible ${action}`])
        const failed = yield* watched(() => bad, call)
        assert(failed.result._tag === "Failure")
        assert.strictEqual(failed.result.failure._tag, "BotChallengeFailed")
        assert.lengthOf(failed.asked, 2)
        const without = yield* watched(({ phase }) => phase === "visible" ? undefined : bad, call)
        assert(without.result._tag === "Failure")
        assert.strictEqual(without.result.failure._tag, "BotChallengeRequired")
      }).pipe(Effect.provide(layer())))

    it.effect(`${action}: reports an unavailable challenge`, () =>
      Effect.gen(function*() {
        const { result } = yield* watched(() => ({ unavailable: true }), call)
        assert(result._tag === "Failure")
        assert.strictEqual(result.failure._tag, "BotChallengeFailed")
      }).pipe(Effect.provide(layer())))

    for (const generation of ["2025", "2026"] as const) {
      it.effect(`${action}: sends no challenge fields without a token, to a service of ${generation}`, () =>
        Effect.gen(function*() {
          const { result, sent } = yield* watched(() => undefined, call)
          assert.strictEqual(result._tag, "Success")
          for (const { body, url } of sent) assert.notInclude(`${url} ${body}`, "bot_challenge")
          assert.lengthOf(sent, action === "oauth_authenticate" ? 0 : 1)
        }).pipe(Effect.provide(layer(generation))))
    }

    it.effect(`${action}: no bot challenge is sent to a 2025 service`, () =>
      Effect.gen(function*() {
        const { result, sent } = yield* watched(() => good(action), call)
        assert.strictEqual(result._tag, "Success")
        for (const { body, url } of sent) assert.notInclude(`${url} ${body}`, "bot_challenge")
      }).pipe(Effect.provide(layer("2025"))))
  }

  it.effect("EmailCode.send: requests the bot challenge send_magic_link_email", () =>
    Effect.gen(function*() {
      const { asked } = yield* watched(() => undefined, EmailCode.send({ email, callbackUrl }))
      assert.deepStrictEqual(asked, ["invisible send_magic_link_email"])
    }).pipe(Effect.provide(layer())))

  it.effect("a provider sign-in with a bot challenge redirects to the provider and completes", () =>
    Effect.gen(function*() {
      const { result } = yield* watched(() => good("oauth_authenticate"), OAuth.start({ provider: "github" }))
      assert(result._tag === "Success")
      assert.strictEqual(parametersOf(result.success)["prompt"], "consent")
      const end = yield* follow(result.success)
      assert.isDefined(yield* OAuth.callbackAt(end.toString()))
      const unknown = yield* watched(() => good("oauth_authenticate"), OAuth.start({ provider: "acme" }))
      assert(unknown.result._tag === "Failure")
      assert.strictEqual(tagsOf(unknown.result.failure), "OAuthProviderNotFoundOrNotEnabled")
    }).pipe(Effect.provide(layer())))

  it.effect("OAuth.start: linking an account requests no bot challenge", () =>
    Effect.gen(function*() {
      yield* signUp
      const { asked } = yield* watched(() => bad, OAuth.start({ provider: "github", type: "link" }))
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.provide(layer())))
})
