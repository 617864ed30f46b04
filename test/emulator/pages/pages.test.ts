/** The pages of the emulator for people, over HTTP. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { JSDOM } from "jsdom"
import { Client, CurrentUser, MagicLink, Password, TokenStore } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Emails, Server } from "latchkey/server"
import { createHash } from "node:crypto"
import type { Mail } from "../../../src/emulator/emails/mails.ts"
import { html, toLink } from "../../../src/emulator/pages/html.ts"
import { renderMail, renderMailPage } from "../../../src/emulator/pages/inboxPage.ts"
import type { PageContext } from "../../../src/emulator/pages/PageContext.ts"
import { formatDuration, formatOffset } from "../../../src/emulator/pages/parts.ts"
import { codePoint } from "../../support/codePoint.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { askWith } from "../askWith.ts"
import { clientHeaders, email, otherProject, password } from "../support.ts"

const users = [{ primaryEmail: email, primaryEmailVerified: true, password, displayName: "Ada", otpAuthEnabled: true }]
const webhooks = [{ url: "https://app.example.com/webhooks", secret: `whsec_${btoa("a secret of 24 bytes....")}` }]
const layer = Emulator.layerWithoutTransport({
  project: { users, webhooks },
  projects: [{ ...otherProject, displayName: "Other project", users: [{ displayName: "Grace" }] }],
  webhookReceiver: () => Effect.sync(() => new Response(null, { status: 204 }))
})

const { DOMParser } = new JSDOM("").window

/** Parses a page. One window for all pages: a new one takes longer than the page. */
const parse = (text: string): Document => new DOMParser().parseFromString(text, "text/html")

/** A served emulator, and functions that open its pages and send its forms as a browser does. */
const site = Effect.gen(function*() {
  const { url } = yield* serve()
  const ask = (path: string, init?: RequestInit) =>
    Effect.promise(async () => {
      const response = await fetch(new URL(path, url), { redirect: "manual", ...init })
      const { headers, status } = response
      const text = await response.text()
      return { status, headers, text, document: parse(text) }
    })
  /** Sends a form, and returns the page that it redirects to. */
  const submit = (path: string, fields: Record<string, string> = {}) =>
    Effect.gen(function*() {
      const headers = { origin: url, "content-type": "application/x-www-form-urlencoded" }
      const answer = yield* ask(path, { method: "POST", headers, body: new URLSearchParams(fields).toString() })
      return answer.status === 303 ? yield* ask(answer.headers.get("location")!) : answer
    })
  return { url, ask, submit }
})

const client = (apiUrl: string) =>
  Client.layer({ ...Emulator.clientOptions, apiUrl }).pipe(Layer.provide(TokenStore.layerMemory))

const paths = [
  "/",
  ...["users", "sessions", "inbox", "webhooks", "faults", "clock"].map((name) => `/latchkey/ui/${name}`)
]

const textOf = (document: Document): string => document.querySelector("main")!.textContent!.replace(/\s+/g, " ")

describe("every page", () => {
  it.live("is HTML whose policy allows only its own script and style, and no frame", () =>
    Effect.gen(function*() {
      const { ask } = yield* site
      for (const path of paths) {
        const { document, headers, status } = yield* ask(path)
        assert.strictEqual(status, 200, path)
        assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
        const policy = headers.get("content-security-policy")!
        for (const [name, directive] of [["script", "script-src"], ["style", "style-src"]] as const) {
          const found = [...document.querySelectorAll(name)].map((element) =>
            `${directive} 'sha256-${createHash("sha256").update(element.textContent!).digest("base64")}'`
          )
          assert.lengthOf(found, 1)
          assert.include(policy.split("; "), found[0])
        }
        assert.include(policy, "default-src 'none'")
        assert.include(policy, "frame-ancestors 'none'")
        assert.notInclude(policy, "unsafe")
        assert.strictEqual(headers.get("x-frame-options"), "DENY")
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.isNull(headers.get("access-control-allow-origin"))
        assert.deepStrictEqual(
          [...document.querySelectorAll("[style], [onclick], [src]")].map(({ outerHTML }) => outerHTML),
          []
        )
        assert.lengthOf([...document.querySelectorAll("h1")], 1)
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id)
        assert.strictEqual(new Set(ids).size, ids.length, path)
      }
    }).pipe(Effect.provide(layer)))

  it.live("the emulator's pages exist only on a server, and beside the API", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      for (const path of paths) {
        const { status } = yield* Effect.promise(() => handler(new Request(new URL(path, "http://localhost:8102"))))
        assert.strictEqual(status, 404, path)
      }
      const { ask } = yield* site
      assert.strictEqual((yield* ask("/latchkey/ui/nothing")).status, 404)
      assert.strictEqual((yield* ask("/latchkey/ui/users/1/2/3")).status, 404)
      assert.strictEqual((yield* ask("/latchkey/ui/users/%ff")).status, 404)
      assert.strictEqual((yield* ask("/", { method: "PUT" })).status, 405)
      assert.strictEqual((yield* ask("/", { method: "HEAD" })).status, 200)
      assert.strictEqual((yield* ask("/health")).status, 200)
    }).pipe(Effect.provide(layer)))

  it.live("pages are not affected by faults, and show the faults and the clock offset", () =>
    Effect.gen(function*() {
      const { ask, submit } = yield* site
      yield* submit("/latchkey/ui/faults", { fault: "status", status: "503" })
      yield* submit("/latchkey/ui/clock", { amount: "26", unit: "3600" })
      assert.strictEqual((yield* ask("/health")).status, 503)
      const { document } = yield* ask("/")
      assert.strictEqual(document.querySelector("#state")!.textContent, "Clock 1 day 2 hours ahead1 fault active")
    }).pipe(Effect.provide(layer)))
})

describe("access to the pages", () => {
  const cross = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }

  it.live("other sites can link to the pages, and cannot frame them or submit forms", () =>
    Effect.gen(function*() {
      const { url } = yield* site
      const ask = askWith(Number(new URL(url).port))
      assert.strictEqual((yield* ask("GET", "/", { ...cross, "sec-fetch-dest": "document" })).status, 200)
      assert.strictEqual((yield* ask("GET", "/", { ...cross, "sec-fetch-dest": "iframe" })).status, 403)
      assert.strictEqual((yield* ask("GET", "/", { origin: "https://evil.example" })).status, 403)
      assert.strictEqual((yield* ask("GET", "/", { host: "evil.example" })).status, 403)
      const post = (headers: Record<string, string>) => {
        const type = { host: new URL(url).host, "content-type": "application/x-www-form-urlencoded" }
        return Effect.map(
          ask("POST", "/latchkey/ui/clock", { ...type, ...headers }, "amount=1&unit=60"),
          ({ status }) => status
        )
      }
      const foreign = [
        {},
        { origin: "null" },
        { origin: "https://evil.example" },
        // Allowed for the control API, which needs a preflight, and not for forms.
        { origin: "http://localhost:3000" },
        { ...cross, "sec-fetch-dest": "document" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "none" }
      ]
      for (const headers of foreign) {
        assert.strictEqual(yield* post(headers), 403, JSON.stringify(headers))
      }
      assert.strictEqual(yield* post({ origin: url }), 303)
      assert.strictEqual(yield* post({ "sec-fetch-site": "same-origin" }), 303)
    }).pipe(Effect.provide(layer)))
})

describe("the overview", () => {
  it.live("shows the variables that connect an app", () =>
    Effect.gen(function*() {
      const { ask, url } = yield* site
      const { document } = yield* ask("/")
      const [plain, next] = [...document.querySelectorAll("pre")].map(({ textContent }) => textContent!)
      const entries = new Map(
        plain!.split("\n").map((line): [string, string] => [line.split("=")[0]!, line.slice(line.indexOf("=") + 1)])
      )
      assert.strictEqual(
        entries.get("STACK_SUPER_SECRET_ADMIN_KEY"),
        Redacted.value(Emulator.adminOptions.superSecretAdminKey)
      )
      assert.include(next, `NEXT_PUBLIC_STACK_API_URL=${url}`)
      assert.notInclude(next, "NEXT_PUBLIC_STACK_SECRET")
      const layerServer = Server.layer({
        projectId: entries.get("STACK_PROJECT_ID")!,
        publishableClientKey: entries.get("STACK_PUBLISHABLE_CLIENT_KEY")!,
        secretServerKey: entries.get("STACK_SECRET_SERVER_KEY")!,
        apiUrl: entries.get("STACK_API_URL")!
      }).pipe(Layer.provide(TokenStore.layerMemory))
      yield* Password.signIn({ email, password }).pipe(Effect.provide(layerServer))
      assert.include(textOf((yield* ask("/")).document), "1session")
    }).pipe(Effect.provide(layer)))

  it.live("resets the emulator", () =>
    Effect.gen(function*() {
      const { submit } = yield* site
      yield* submit("/latchkey/ui/users", { name: "Grace" })
      const { document } = yield* submit("/latchkey/ui/reset")
      assert.include(textOf(document), "Emulator reset to its starting state.")
      assert.include(textOf(document), "1user")
    }).pipe(Effect.provide(layer)))
})

describe("users", () => {
  it.live("are created, searched, shown and deleted", () =>
    Effect.gen(function*() {
      const { ask, submit, url } = yield* site
      const created = yield* submit("/latchkey/ui/users", {
        email: "grace@example.com",
        password: "nanoseconds",
        name: "Grace",
        verified: "on"
      })
      assert.strictEqual(created.document.querySelector("h1")!.textContent, "Grace")
      assert.include(textOf(created.document), "User created.")
      assert.include(textOf(created.document), "Verified")
      yield* Password.signIn({ email: "grace@example.com", password: "nanoseconds" }).pipe(Effect.provide(client(url)))
      const titles = (document: Document) =>
        [...document.querySelectorAll(".list .title")].map((each) => each.textContent)
      assert.deepStrictEqual(titles((yield* ask("/latchkey/ui/users")).document), ["Grace", "Ada"])
      assert.deepStrictEqual(titles((yield* ask("/latchkey/ui/users?query=ADA")).document), ["Ada"])
      assert.include(textOf((yield* ask("/latchkey/ui/users?query=zzz")).document), "No user matches “zzz”.")
      const action = created.document.querySelector("#delete form")!.getAttribute("action")!
      const deleted = yield* submit(action)
      assert.include(textOf(deleted.document), "User deleted.")
      assert.deepStrictEqual(titles(deleted.document), ["Ada"])
      assert.strictEqual((yield* submit(action)).status, 404)
    }).pipe(Effect.provide(layer)))

  it.live("users with a wrong or taken email are refused, and the form keeps its values", () =>
    Effect.gen(function*() {
      const { submit } = yield* site
      for (
        const [address, text] of [["nonsense", "The email is not a valid address."], [
          email,
          `signs in with ${email}`
        ]] as const
      ) {
        const { document, status } = yield* submit("/latchkey/ui/users", { email: address, name: "Grace" })
        assert.strictEqual(status, 400)
        assert.include(document.querySelector("[role=alert].notice:not([hidden])")!.textContent, text)
        assert.strictEqual(document.querySelector<HTMLInputElement>("#email")!.value, address)
        assert.strictEqual(document.querySelector<HTMLInputElement>("#name")!.value, "Grace")
        assert.isTrue(document.querySelector<HTMLDetailsElement>("#new-user")!.open)
      }
    }).pipe(Effect.provide(layer)))

  it.live("the users are listed page by page", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      for (let index = 0; index < 60; index++) yield* emulator.createUser({ displayName: `User ${index}` })
      const { ask } = yield* site
      const { document } = yield* ask("/latchkey/ui/users?query=user")
      assert.lengthOf([...document.querySelectorAll(".list > li")], 50)
      const next = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Next page")!
      const second = yield* ask(next.getAttribute("href")!)
      assert.lengthOf([...second.document.querySelectorAll(".list > li")], 10)
      assert.notInclude(textOf(second.document), "Next page")
    }).pipe(Effect.provide(layer)))

  it.live("another project's users are shown on request, and links and forms keep the project", () =>
    Effect.gen(function*() {
      const { ask, submit } = yield* site
      const { document } = yield* ask(`/latchkey/ui/users?project=${otherProject.id}`)
      assert.deepStrictEqual([...document.querySelectorAll(".list .title")].map((each) => each.textContent), ["Grace"])
      for (const link of document.querySelectorAll(".nav a, .list a")) {
        assert.include(link.getAttribute("href"), `project=${otherProject.id}`)
      }
      const created = yield* submit(document.querySelector("#new-user form")!.getAttribute("action")!, {
        name: "Barbara"
      })
      assert.strictEqual(created.document.querySelector("h1")!.textContent, "Barbara")
      const { items } = yield* (yield* Emulator.Emulator).listUsers({ projectId: otherProject.id })
      assert.lengthOf(items, 2)
    }).pipe(Effect.provide(layer)))
})

describe("sessions", () => {
  it.live("sign in as a user with tokens that are shown once, and are revoked", () =>
    Effect.gen(function*() {
      const { ask, submit } = yield* site
      const { items: [ada] } = yield* (yield* Emulator.Emulator).listUsers()
      const { document, headers } = yield* submit(`/latchkey/ui/users/${ada!.id}/sign-in`)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      const [refreshToken, accessToken] = [...document.querySelectorAll("pre")].map(({ textContent }) => textContent!)
      const emulator = yield* Emulator.Emulator
      const me = yield* ask("/api/v1/users/me", {
        headers: { ...clientHeaders, "x-stack-access-token": accessToken! }
      })
      assert.strictEqual(JSON.parse(me.text).id, ada!.id)
      const sessions = yield* ask("/latchkey/ui/sessions")
      assert.notInclude(sessions.text, refreshToken!)
      assert.strictEqual((yield* emulator.listSessions()).length, 1)
      const revoke = document.querySelector("main form")!.getAttribute("action")!
      assert.include(textOf((yield* submit(revoke)).document), "Session revoked.")
      assert.lengthOf(yield* emulator.listSessions(), 0)
    }).pipe(Effect.provide(layer)))

  it.live("are revoked for one user and for all, and access tokens are expired", () =>
    Effect.gen(function*() {
      const { submit, url } = yield* site
      const emulator = yield* Emulator.Emulator
      yield* Effect.gen(function*() {
        const { userId } = yield* Password.signIn({ email, password })
        assert.include(textOf((yield* submit("/latchkey/ui/access-tokens/expire")).document), "Access tokens expired.")
        yield* CurrentUser.get({ or: "throw" })
        yield* submit(`/latchkey/ui/users/${userId}/revoke`)
        assert.lengthOf(yield* emulator.listSessions(), 0)
        yield* submit("/latchkey/ui/access-tokens/expire")
        assert.strictEqual((yield* Effect.flip(CurrentUser.get({ or: "throw" })))._tag, "UserNotSignedIn")
        yield* Password.signIn({ email, password })
        yield* submit("/latchkey/ui/sessions/revoke")
        assert.lengthOf(yield* emulator.listSessions(), 0)
      }).pipe(Effect.provide(client(url)))
    }).pipe(Effect.provide(layer)))
})

describe("the inbox", () => {
  it.live("shows emails with their code and their link, and searches by recipient", () =>
    Effect.gen(function*() {
      const { ask, url } = yield* site
      yield* MagicLink.send({ email, callbackUrl: "http://localhost:3000/magic-link" }).pipe(
        Effect.provide(client(url))
      )
      const mail = yield* (yield* Emulator.Emulator).latestMail({ type: "magic_link" })
      const { document } = yield* ask("/latchkey/ui/inbox")
      assert.strictEqual(document.querySelector(".code")!.textContent, Redacted.value(mail.otp))
      assert.strictEqual(document.querySelector("main a.button")!.getAttribute("href"), mail.link)
      const { document: single } = yield* ask(`/latchkey/ui/inbox/${mail.id}`)
      assert.strictEqual(single.querySelector("h1")!.textContent, mail.subject)
      assert.strictEqual(single.querySelector("pre.text")!.textContent, mail.text)
      assert.strictEqual(single.querySelector("pre.text a")!.getAttribute("href"), mail.link)
      assert.include(textOf((yield* ask("/latchkey/ui/inbox?to=grace")).document), "No email to “grace”.")
      assert.include(textOf((yield* ask("/latchkey/ui/inbox?to=ADA")).document), mail.subject)
    }).pipe(Effect.provide(layer)))
})

describe("faults", () => {
  it.live("are added, listed, removed one by one and together", () =>
    Effect.gen(function*() {
      const { ask, submit } = yield* site
      const faults = Effect.map(ask("/latchkey/faults"), ({ text }) => JSON.parse(text))
      yield* submit("/latchkey/ui/faults", {
        fault: "slow",
        seconds: "0.5",
        only: "GET /users/me",
        times: "3",
        status: "500"
      })
      yield* submit("/latchkey/ui/faults", { fault: "status", status: "418", body: "Short", seconds: "1" })
      const { document } = yield* submit("/latchkey/ui/faults", { fault: "rate_limited", retry: "5" })
      assert.deepStrictEqual(yield* faults, [
        { fault: "slow", seconds: 0.5, only: "GET /users/me", times: 3 },
        { fault: "status", status: 418, body: "Short" },
        { fault: "rate_limited", retry_after_seconds: 5 }
      ])
      assert.match(textOf(document), /SlowGET \/users\/me0.5 seconds3 requests left/)
      for (const fault of ["offline", "response_lost", "truncated", "response_late", "clock_ahead", "clock_behind"]) {
        yield* submit("/latchkey/ui/faults", { fault })
      }
      assert.lengthOf(yield* faults, 9)
      const remove = [...(yield* ask("/latchkey/ui/faults")).document.querySelectorAll("form[action$=remove]")][1]!
      const key = remove.querySelector("input")!.value
      yield* submit("/latchkey/ui/faults/remove", { key })
      yield* submit("/latchkey/ui/faults/remove", { key })
      assert.deepStrictEqual((yield* faults).map(({ fault }: any) => fault).slice(0, 3), [
        "slow",
        "rate_limited",
        "offline"
      ])
      const removed = yield* submit("/latchkey/ui/faults/clear")
      assert.include(textOf(removed.document), "No faults: all requests reach the service.")
    }).pipe(Effect.provide(layer)))

  it.live("invalid faults are refused with the reason", () =>
    Effect.gen(function*() {
      const { submit } = yield* site
      for (
        const fields of [{ fault: "fire" }, {}, { fault: "slow", seconds: "-1" }, { fault: "status", status: "99" }, {
          fault: "slow",
          seconds: "x"
        }]
      ) {
        const { document, status } = yield* submit("/latchkey/ui/faults", fields as Record<string, string>)
        assert.strictEqual(status, 400, JSON.stringify(fields))
        assert.match(textOf(document), /The fault is not valid: ./)
      }
    }).pipe(Effect.provide(layer)))
})

describe("the clock", () => {
  it.live("is advanced by a form and set back", () =>
    Effect.gen(function*() {
      const { submit } = yield* site
      const { document } = yield* submit("/latchkey/ui/clock", { amount: "1.5", unit: "60" })
      assert.include(textOf(document), "1 minute 30 seconds ahead of the program’s clock")
      for (const fields of [{}, { amount: "x", unit: "1" }, { amount: "1e300", unit: "1" }]) {
        assert.strictEqual((yield* submit("/latchkey/ui/clock", fields as Record<string, string>)).status, 400)
      }
      const back = yield* submit("/latchkey/ui/clock/reset")
      assert.include(textOf(back.document), "The same as the program’s clock")
    }).pipe(Effect.provide(layer)))
})

describe("webhooks", () => {
  it.live("are shown with endpoint, attempts and body", () =>
    Effect.gen(function*() {
      const { ask } = yield* site
      const emulator = yield* Emulator.Emulator
      yield* emulator.createUser({ displayName: "Grace" })
      yield* Effect.repeat(Effect.andThen(Effect.yieldNow, emulator.webhookDeliveries()), {
        until: ([delivery]) => delivery?.status === "delivered"
      })
      const { document } = yield* ask("/latchkey/ui/webhooks")
      const text = textOf(document)
      for (
        const part of [
          "https://app.example.com/webhooks",
          "user.created",
          "Delivered",
          "Status 204",
          "\"display_name\": \"Grace\""
        ]
      ) {
        assert.include(text, part)
      }
    }).pipe(Effect.provide(layer)))
})

describe("hostile data", () => {
  const hostile =
    `"><img src=x onerror=alert(1)><script>alert(1)</script>' onfocus=alert(1) autofocus x='</title></style></pre>`

  it.live("hostile data is escaped on every page", () =>
    Effect.gen(function*() {
      const { ask, submit, url } = yield* site
      const emulator = yield* Emulator.Emulator
      const { id } = yield* emulator.createUser({
        displayName: hostile,
        primaryEmail: hostile,
        clientMetadata: { [hostile]: hostile },
        serverMetadata: hostile,
        oauthProviders: [{ id: "github", accountId: hostile, email: hostile }]
      })
      const server = { host: "mail.example.org", port: 25, username: "ada", senderName: "Ada", senderEmail: email }
      yield* emulator.configure({ emailConfig: { type: "standard", password, ...server } })
      yield* Emails.send({ userIds: [id], subject: hostile, html: hostile }).pipe(
        Effect.provide(
          Server.layer({ ...Emulator.serverOptions, apiUrl: url }).pipe(Layer.provide(TokenStore.layerMemory))
        )
      )
      yield* emulator.createSession({ userId: id })
      yield* submit("/latchkey/ui/faults", { fault: "status", status: "503", body: hostile, only: hostile })
      const mails = (yield* emulator.inbox()).map((mail) => `/latchkey/ui/inbox/${mail.id}`)
      assert.lengthOf(mails, 1)
      const encoded = encodeURIComponent(hostile)
      const pages = [
        ...paths,
        ...mails,
        `/latchkey/ui/users/${id}`,
        `/latchkey/ui/users?query=${encoded}&cursor=${encoded}`,
        `/latchkey/ui/inbox?to=${encoded}`,
        `/latchkey/ui/sessions?user=${encoded}`,
        `/?notice=${encoded}&project=${encoded}`,
        `/latchkey/ui/${encoded}`
      ]
      for (const path of pages) {
        const { document } = yield* ask(path)
        assert.lengthOf(
          [...document.querySelectorAll("img, [onerror], [onfocus], [autofocus], iframe, object")],
          0,
          path
        )
        assert.lengthOf([...document.querySelectorAll("script")], 1, path)
      }
      assert.include(textOf((yield* ask(`/latchkey/ui/users/${id}`)).document), hostile)
      const posted = yield* submit("/latchkey/ui/users", { email: hostile, name: hostile })
      assert.strictEqual(posted.document.querySelector<HTMLInputElement>("#name")!.value, hostile)
      assert.lengthOf([...posted.document.querySelectorAll("img, [onerror], [onfocus]")], 0)
    }).pipe(Effect.provide(layer)))

  const context: PageContext = {
    link: (path: string) => path,
    now: 0
    // Sound: these functions read only these fields.
  } as unknown as PageContext

  const mailWith = (fields: Partial<Mail>): Mail => ({
    id: "1",
    projectId: "p",
    type: "custom",
    to: ["ada@example.com"],
    subject: "Subject",
    text: "Text",
    code: undefined,
    otp: undefined,
    link: undefined,
    sentAt: new Date(0),
    ...fields
    // Sound: an email of a test may have any combination of fields.
  } as Mail)

  it("hostile links in emails are never shown as links, except for http and https", () => {
    const addresses = [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      " javascript:alert(1)",
      "java\nscript:alert(1)",
      "data:text/html,<script>alert(1)</script>",
      "vbscript:x",
      "blob:null/1",
      "file:///etc/passwd",
      "//evil.example",
      "http:",
      "myapp://verify?code=1",
      ""
    ]
    for (const address of addresses) {
      assert.isUndefined(toLink(address), address)
      const mail = mailWith({ link: address, text: `See ${address} now` })
      for (const page of [renderMailPage(mail, context), renderMail(mail, context)]) {
        const document = parse(page.text)
        const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"))
        assert.isTrue(links.every((link) => link!.startsWith("/latchkey/ui/inbox")), `${address}: ${links}`)
      }
    }
    const quoted = "https://example.com/\"onmouseover=\"alert(1)"
    const document = parse(renderMailPage(mailWith({ link: quoted, text: quoted }), context).text)
    assert.lengthOf([...document.querySelectorAll("[onmouseover]")], 0)
    for (const link of document.querySelectorAll("a[target]")) {
      assert.strictEqual(link.getAttribute("rel"), "noopener noreferrer")
    }
  })

  it("any characters survive a template as text and as an attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const value = text.replaceAll(/[\r\0\ud800-\udfff]/g, "")
        const document = parse(html`<p title="${value}">${value}</p>`.text)
        const elements = [...document.body.querySelectorAll("*")]
        assert.lengthOf(elements, 1)
        assert.strictEqual(elements[0]!.textContent, value)
        assert.deepStrictEqual([...elements[0]!.attributes].map(({ name }) => name), ["title"])
        assert.strictEqual(elements[0]!.getAttribute("title"), value)
      }),
      { numRuns: runsOf(100) }
    )
  })
})

describe("durations", () => {
  it("durations are shown in words", () => {
    assert.deepStrictEqual([0, 1000, 59_000, 60_000, 7_200_000, -86_400_000 * 3].map(formatDuration), [
      "0 seconds",
      "1 second",
      "59 seconds",
      "1 minute",
      "2 hours",
      "3 days"
    ])
    assert.deepStrictEqual([500, -90_000, 86_400_000].map(formatOffset), [
      "500 ms ahead",
      "1 minute 30 seconds behind",
      "1 day ahead"
    ])
  })
})
