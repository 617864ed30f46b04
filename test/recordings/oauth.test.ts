/** The client's flow compared with recorded ends of flows: the browser's return, and the service's response. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, Cookies, OAuth, TokenStore, Transport } from "latchkey"
import { goTo, here, layerHost } from "../support/pageHost.ts"
import { codeOf, fieldsOf, payloadOf, recorded2025 } from "./recordings.ts"

recorded2025.describe("OAuth flows recorded in 2025", () => {
  const ends = [
    ["oauth callback S256", "oauth code grant S256 with after_callback_redirect_url"],
    ["oauth callback S256", "oauth code grant used code"],
    ["oauth callback S256", "oauth code grant wrong verifier"],
    ["oauth callback S256", "oauth code grant redirect mismatch"],
    ["oauth callback mfa user", "oauth code grant requires mfa"]
  ] as const

  for (const [callback, grant] of ends) {
    it.effect(`OAuth.callback: sends the recorded exchange and returns its result: ${grant}`, () =>
      Effect.gen(function*() {
        const location = recorded2025.byName(callback).response.headers["location"]!
        const { request, response } = recorded2025.byName(grant)
        const form: Readonly<Record<string, string>> = {
          ...fieldsOf(payloadOf(request)),
          code: new URL(location).searchParams.get("code")!
        }
        const sent: Array<unknown> = []
        const transport: Transport = ({ body }) =>
          Effect.sync(() => {
            sent.push(Object.fromEntries(new URLSearchParams(body)))
            return {
              status: response.status,
              header: (name) => response.headers[name],
              body: JSON.stringify(response.body)
            }
          })
        const client = Client.layer({ projectId: form["client_id"]!, publishableClientKey: form["client_secret"]! })
          .pipe(
            Layer.provide(TokenStore.layerMemory),
            Layer.provide(Layer.succeed(Transport, transport)),
            Layer.provideMerge(layerHost("http://localhost:3000/", { urls: { oauthCallback: form["redirect_uri"]! } }))
          )
        yield* Effect.gen(function*() {
          const { state } = Object.fromEntries(new URL(location).searchParams)
          const jar = yield* Cookies.Cookies
          yield* jar.set(`stack-oauth-outer-${state}`, form["code_verifier"]!, { maxAge: 3600 })
          yield* goTo(location)
          const result = yield* Effect.result(OAuth.callback)
          assert.deepStrictEqual(sent, [form])
          assert.strictEqual(yield* here, location.split("?")[0])
          if (result._tag === "Failure") {
            assert("code" in result.failure)
            return assert.strictEqual(result.failure.code, codeOf(response))
          }
          const body = fieldsOf(response.body)
          assert.strictEqual(result.success!.afterCallbackRedirectUrl, body["after_callback_redirect_url"])
          assert.strictEqual(Redacted.value(result.success!.tokens.refreshToken), body["refresh_token"])
        }).pipe(Effect.provide(client))
      }))
  }

  it("OAuth.errorOf: returns the error of every recorded redirect", () => {
    const locations = recorded2025.all.flatMap(({ response: { headers } }) =>
      headers["location"]?.includes("errorCode=") === true ? [headers["location"]] : []
    )
    assert.isAtLeast(locations.length, 3)
    for (const location of locations) {
      const code = new URL(location).searchParams.get("errorCode")
      assert.strictEqual(OAuth.errorOf(location)?.code, code)
    }
  })
})
