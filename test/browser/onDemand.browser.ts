/** The chunk with the code for failures, as Chromium loads it. */
import * as Redacted from "effect/Redacted"
import { assert, describe } from "vitest"
import { it, type Profile } from "./support/support.ts"
import { ada } from "./support/users.ts"

const wrong = { ...ada, password: Redacted.make("wrong horse") }

const chunk = "**/modules/failures.js"

const mismatch = "EmailPasswordMismatch: Wrong email or password."

const notLoaded = "ApiError: password.signIn: The code that handles failures could not be loaded"

/** Records the requests of a profile: the chunk, and those to the service by path. */
const record = ({ context, origin }: Profile, service: { readonly url: string }): ReadonlyArray<string> => {
  const requests: Array<string> = []
  context.on("request", (request) => {
    const url = new URL(request.url())
    if (url.pathname === "/modules/failures.js") requests.push("chunk")
    else if (url.origin === new URL(service.url).origin && url.origin !== origin) requests.push(url.pathname)
  })
  return requests
}

describe("the code for failures", () => {
  it("loads once, with the first request, and explains a wrong password", async ({ profile, service }) => {
    const requests = record(profile, service)
    await service.createUser(ada)
    const tab = await profile.open()
    await tab.sees("Session: SignedOut")
    assert.deepStrictEqual(requests, [])
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    assert.sameMembers(requests.slice(0, 2), ["chunk", "/api/v1/auth/password/sign-in"])
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await tab.signIn(wrong)
    await tab.sees(mismatch)
    assert.lengthOf(requests.filter((request) => request === "chunk"), 1)
  })

  it("loads with a later request if it could not be loaded", async ({ profile, service }) => {
    const requests = record(profile, service)
    await service.createUser(ada)
    await profile.context.route(chunk, (route) => route.abort())
    const tab = await profile.open()
    await tab.signIn(wrong)
    await tab.sees(notLoaded)
    // The page works without it.
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await profile.context.unroute(chunk)
    await tab.signIn(wrong)
    await tab.sees(mismatch)
    assert.isAbove(requests.filter((request) => request === "chunk").length, 1)
  })

  it("a new deployment without the code for failures signs no user out", async ({ profile, service }) => {
    await service.createUser(ada)
    // A host of single-page apps responds with the page.
    await profile.context.route(
      chunk,
      (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html>" })
    )
    const tab = await profile.open()
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    // The service rejects the access token of the next request.
    await profile.context.route(`${service.url}/api/v1/users/me`, (route) =>
      route.fulfill({
        status: 200,
        headers: {
          "access-control-allow-origin": "*",
          "access-control-expose-headers": "x-stack-known-error, x-stack-actual-status",
          "x-stack-known-error": "ACCESS_TOKEN_EXPIRED",
          "x-stack-actual-status": "401"
        },
        json: { code: "ACCESS_TOKEN_EXPIRED", error: "Expired", details: { expired_at_millis: 0 } }
      }), { times: 1 })
    await tab.submit("Who am I?")
    await tab.sees("The code that handles failures could not be loaded")
    assert.include(await tab.text(), "Session: Active")
    await tab.is(ada)
  })
})
