import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, HandlerPages, MagicLink, RequestHost } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { layerTest, mailTo } from "../emulator/support.ts"
import { email, pageOf } from "./support.ts"

const { projectId } = Emulator.clientOptions

/** The single route of an app on a server: opens the page, and runs its step when its form is submitted. */
const handle = (request: Request) =>
  Effect.gen(function*() {
    const page = yield* HandlerPages.open
    const next = request.method === "POST" && page._tag === "MagicLinkCallback" ? yield* page.signIn : page
    return yield* RequestHost.respond(next._tag)
  }).pipe(
    Effect.provide(
      Client.layer(Emulator.clientOptions).pipe(
        Layer.provideMerge(Layer.fresh(RequestHost.layer(request, { projectId })))
      )
    )
  )

const textOf = (response: Response) => Effect.promise(() => response.text())

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(";")[0]!).join("; ")

describe("the single route on a server", () => {
  it.effect("shows a page, signs in when its form is submitted, and signs out", () =>
    Effect.gen(function*() {
      yield* MagicLink.send({ email, callbackUrl: pageOf("magic-link-callback") })
      const { link } = yield* mailTo(email)
      const shown = yield* handle(new Request(link!))
      assert.deepStrictEqual([shown.status, yield* textOf(shown)], [200, "MagicLinkCallback"])
      assert.deepStrictEqual(shown.headers.getSetCookie(), [])
      assert.strictEqual(shown.headers.get("cache-control"), "no-store")

      const signedIn = yield* handle(new Request(link!, { method: "POST" }))
      assert.deepStrictEqual([signedIn.status, signedIn.headers.get("location")], [303, "/"])

      const headers = { cookie: cookiesOf(signedIn) }
      const settings = yield* handle(new Request(pageOf("account-settings"), { headers }))
      assert.deepStrictEqual([settings.status, yield* textOf(settings)], [200, "AccountSettings"])

      const signedOut = yield* handle(new Request(pageOf("sign-out"), { headers }))
      assert.deepStrictEqual([signedOut.status, signedOut.headers.get("location")], [303, "/"])
      const lines = signedOut.headers.getSetCookie()
      const removed = lines.filter((line) => !line.startsWith("latchkey-ended="))
      for (const line of removed) assert.include(line, "Max-Age=0")
      assert.isAtLeast(removed.length, 2)
      assert.lengthOf(lines, removed.length + 1)
      const again = yield* handle(new Request(pageOf("account-settings")))
      assert.strictEqual(again.status, 303)
      assert.match(again.headers.get("location")!, /^\/handler\/sign-in\?after_auth_return_to=/)
    }).pipe(Effect.provide(layerTest())))
})
