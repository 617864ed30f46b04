import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Cookies } from "latchkey"
import * as NextCookies from "../../src/platform/NextCookies.ts"
import * as Host from "../../src/platform/PendingResponse.ts"
import { suite } from "../suites/CookiesSuite.ts"
import { appUrl, makeJar } from "../support/host.ts"
import { makeNext } from "../support/next.ts"

const header = (given: Readonly<Record<string, string>>) =>
  Object.entries(given).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ")

suite(
  "in memory",
  (given) =>
    Effect.tap(
      Cookies.makeMemory,
      (jar) => Effect.forEach(Object.entries(given), ([name, value]) => jar.set(name, value, { maxAge: 60 }))
    )
)

for (const url of [appUrl, "http://localhost:3000/"]) {
  suite(`of a document at ${url}`, (given) =>
    Effect.map(makeJar, (jar) => {
      for (const [name, value] of Object.entries(given)) jar.receive(url, `${header({ [name]: value })}; Path=/`)
      return Cookies.makeDocument(jar.document(url), () => url)
    }))
}

suite(
  "of a request",
  (given) =>
    Effect.sync(() => Context.get(Host.make({ url: appUrl, headers: { cookie: header(given) } }), Cookies.Cookies))
)

suite(
  "of Next.js, in a server action",
  (given) => Effect.suspend(() => NextCookies.make({ cookies: makeNext(header(given), "server action").jar }))
)
