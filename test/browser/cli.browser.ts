import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cli, Client, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { assert, describe } from "vitest"
import { it } from "./support/support.ts"
import { ada } from "./support/users.ts"

describe("a command line", () => {
  it("gets the session of the user who confirms it in the browser", async ({ profile, service }) => {
    await service.createUser(ada)
    const client = Client.layer({ ...Emulator.clientOptions, apiUrl: service.url }).pipe(
      Layer.provide(TokenStore.layerMemory)
    )
    const use = async (url: string) => {
      const tab = await profile.open(url)
      await tab.arrivesAt(
        `/handler/sign-in?after_auth_return_to=${encodeURIComponent(url.replace(profile.origin, ""))}`
      )
      await tab.signIn(ada)
      await tab.sees(
        `Shall the command line that shows ${Cli.displayCode(Cli.parseLoginCode(url)!)} act for ${ada.primaryEmail}?`
      )
      await tab.submit("Confirm")
      await tab.sees("Go back to the command line")
      await tab.page.close()
    }
    const refreshToken = await Effect.runPromise(
      Cli.login({
        appUrl: profile.origin,
        open: (url) => Effect.promise(() => use(Redacted.value(url))),
        waitTime: 10
      }).pipe(Effect.provide(client))
    )
    const cookies = Object.values(await profile.cookies())
    assert.isTrue(cookies.some((cookie) => decodeURIComponent(cookie).includes(Redacted.value(refreshToken))))
  })
})
