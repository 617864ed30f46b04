import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "latchkey/emulator"
import { type BotChallenge, createAuthClient, forRequest, InvalidOptions } from "latchkey/promise"
import { createServerClient } from "latchkey/promise/server"
import { ada, appUrl, startService, thrown } from "./support.ts"

type BotChallengeRequest = Parameters<BotChallenge>[0]

/** Answers with a function, and records the challenges. */
const watch = (answer: (request: BotChallengeRequest) => ReturnType<BotChallenge>) => {
  const requests: Array<string> = []
  const botChallenge: BotChallenge = (request) => {
    requests.push(`${request.phase} ${request.action}`)
    return answer(request)
  }
  return { requests, botChallenge }
}

const good = ({ action }: BotChallengeRequest) => `mock-turnstile-ok:${action}`
const bad = () => "mock-turnstile-invalid"

/** Collects reported exceptions. */
const collectReports = () => {
  const reported: Array<unknown> = []
  const { reportError } = globalThis
  globalThis.reportError = (error) => void reported.push(error)
  return { reported, [Symbol.dispose]: () => void (globalThis.reportError = reportError) }
}

describe("botChallenge", () => {
  it("sends the token, and asks for a visible challenge if the service refuses it", async () => {
    await using service = await startService({ generation: "2026" })
    const { botChallenge, requests } = watch(async (request) => request.phase === "visible" ? good(request) : bad())
    const auth = service.client({ botChallenge })
    assert.isNull((await auth.signUp.password(ada)).error)
    assert.deepStrictEqual(requests, ["invisible sign_up_with_credential", "visible sign_up_with_credential"])
    await auth.signOut()
    assert.isNull((await auth.signIn.email({ email: "grace@example.com" })).error)
    assert.deepStrictEqual(requests.slice(2), ["invisible send_magic_link_email", "visible send_magic_link_email"])
    await auth.signIn.oauthUrl("github").orThrow()
    assert.deepStrictEqual(requests.slice(4), ["invisible oauth_authenticate", "visible oauth_authenticate"])
  })

  it.each([
    [
      "no token of the visible challenge",
      ({ phase }: BotChallengeRequest) => phase === "visible" ? null : bad(),
      "REQUIRED"
    ],
    ["an empty one", ({ phase }: BotChallengeRequest) => phase === "visible" ? "" : bad(), "REQUIRED"],
    ["a refused one", bad, "FAILED"]
  ])("%s fails the call", async (_, answer, code) => {
    await using service = await startService({ generation: "2026" })
    const { error } = await service.client({ botChallenge: answer }).signUp.password(ada)
    assert.strictEqual(error?.code, `BOT_CHALLENGE_${code}`)
  })

  it("an exception is reported, and tells the service that the widget could not be loaded", async () => {
    await using service = await startService({ generation: "2026" })
    using reports = collectReports()
    const bodies: Array<string> = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      bodies.push(await new Request(input, init).text())
      return service.fetch(input, init)
    }
    const failure = new Error("blocked")
    const auth = service.client({
      fetch,
      botChallenge: () => {
        throw failure
      }
    })
    await auth.signUp.password(ada)
    assert.deepStrictEqual(reports.reported, [failure])
    assert.include(bodies.join(), "\"bot_challenge_unavailable\":\"true\"")
  })

  it("forRequest and server.forRequest send the token of the request's form", async () => {
    await using service = await startService({ generation: "2026" })
    const { botChallenge, requests } = watch(good)
    const options = { ...Emulator.clientOptions, fetch: service.fetch }
    await using auth = forRequest(new Request(appUrl), { ...options, botChallenge })
    assert.isNull((await auth.signUp.password(ada)).error)
    await using server = createServerClient({ ...Emulator.serverOptions, fetch: service.fetch })
    await using own = server.forRequest(new Request(appUrl), { botChallenge })
    assert.isNull((await own.signUp.password({ ...ada, email: "grace@example.com" })).error)
    assert.lengthOf(requests, 2)
  })

  it("botChallenge: creating a client with a non-function throws", () => {
    // A program without types.
    const untyped: object = { ...Emulator.clientOptions, botChallenge: "token" }
    for (const create of [() => createAuthClient(untyped), () => forRequest(new Request(appUrl), untyped)]) {
      const error = thrown(create)
      assert.instanceOf(error, InvalidOptions)
      assert.strictEqual(error.option, "botChallenge")
    }
  })
})
