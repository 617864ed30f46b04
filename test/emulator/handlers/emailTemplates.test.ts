import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type JsonObject, MagicLink, Password } from "latchkey"
import { EmailTemplates } from "latchkey/admin"
import type { Emulator } from "latchkey/emulator"
import {
  adminHeaders,
  callbackUrl,
  codeOf,
  configure,
  email,
  failure,
  jsonOf,
  layerAdmin,
  mailTo,
  refusalOf,
  send,
  serverHeaders,
  signUp
} from "../support.ts"

const emailConfig = {
  type: "standard",
  host: "mail.example.com",
  port: 465,
  username: "ada",
  password: Redacted.make("mail password"),
  senderName: "Ada",
  senderEmail: "noreply@example.com"
} as const

const layer = (config: Emulator.ConfigOptions = {}) =>
  layerAdmin({ generation: "2025", project: { config: { emailConfig, ...config } } })

/** A document of consecutive blocks. */
const documentOf = (...blocks: ReadonlyArray<JsonObject>): JsonObject => ({
  root: { type: "EmailLayout", data: { childrenIds: blocks.map((_, index) => `block-${index}`) } },
  ...Object.fromEntries(blocks.map((block, index) => [`block-${index}`, block]))
})

const text = (text: string): JsonObject => ({ type: "Text", data: { props: { text } } })

const types = ["email_verification", "password_reset", "magic_link", "team_invitation"] as const

describe("a project's templates", () => {
  it.effect("a project starts with the service's four default templates", () =>
    Effect.gen(function*() {
      const templates = yield* EmailTemplates.list
      assert.deepStrictEqual(templates.map(({ type }) => type), [...types])
      assert.deepStrictEqual(templates.map(({ isDefault }) => isDefault), [true, true, true, true])
      assert.deepStrictEqual(templates.map(({ subject }) => subject), [
        "Verify your email at {{ projectDisplayName }}",
        "Reset your password at {{ projectDisplayName }}",
        "Sign in to {{ projectDisplayName }}: Your code is {{ otp }}",
        "You have been invited to join {{ teamDisplayName }}"
      ])
      for (const template of templates) {
        assert.deepStrictEqual(yield* EmailTemplates.get(template.type), template)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("a project's templates can be sent back unchanged", () =>
    Effect.gen(function*() {
      for (const type of types) {
        const { content, subject } = yield* EmailTemplates.get(type)
        const updated = yield* EmailTemplates.update(type, { content, subject })
        assert.deepStrictEqual(updated, { type, content, subject, isDefault: false })
      }
    }).pipe(Effect.provide(layer())))

  it.effect("are for admins only", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/email-templates", serverHeaders)
      assert.strictEqual(codeOf(response), "INSUFFICIENT_ACCESS_TYPE")
      assert.strictEqual((yield* send("GET", "/email-templates", adminHeaders)).status, 200)
    }).pipe(Effect.provide(layer())))

  it.effect("email templates of an unknown type are a RequestSchemaError", () =>
    Effect.gen(function*() {
      for (const method of ["GET", "DELETE"]) {
        assert.strictEqual(codeOf(yield* send(method, "/email-templates/nope", adminHeaders)), "SCHEMA_ERROR")
      }
      // Untyped code can do this.
      assert.strictEqual((yield* failure(EmailTemplates.get("../users" as "magic_link")))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layer())))
})

describe("updating a template", () => {
  it.effect("keeps omitted fields", () =>
    Effect.gen(function*() {
      const before = yield* EmailTemplates.get("password_reset")
      const subject = yield* EmailTemplates.update("password_reset", { subject: "Once more" })
      assert.deepStrictEqual(subject, { ...before, subject: "Once more", isDefault: false })
      const content = documentOf(text("Go on"))
      const both = yield* EmailTemplates.update("password_reset", { content })
      assert.deepStrictEqual(both, { type: "password_reset", subject: "Once more", content, isDefault: false })
      assert.deepStrictEqual(yield* EmailTemplates.get("password_reset"), both)
      assert.isTrue((yield* EmailTemplates.get("magic_link")).isDefault)
    }).pipe(Effect.provide(layer())))

  it.effect("updating a template with an invalid document is refused, and keeps the template", () =>
    Effect.gen(function*() {
      const before = yield* EmailTemplates.get("magic_link")
      const bad: ReadonlyArray<JsonObject> = [
        {},
        { text: "Hello" },
        { root: "EmailLayout" },
        { root: { type: "EmailLayout" } },
        { root: { type: "Text", data: {} } },
        { root: { type: "EmailLayout", data: { childrenIds: ["missing"] } } },
        documentOf({ type: "Marquee", data: {} }),
        documentOf({ type: "Text" })
      ]
      for (const content of bad) {
        const error = yield* failure(EmailTemplates.update("magic_link", { subject: "New", content }))
        assert.strictEqual(refusalOf(error).status, 400)
      }
      assert.deepStrictEqual(yield* EmailTemplates.get("magic_link"), before)
    }).pipe(Effect.provide(layer())))

  it.effect("accepts an object as content, and no value that JSON cannot represent", () =>
    Effect.gen(function*() {
      for (const body of [{ content: null }, { content: [] }, { content: "text" }, { type: "magic_link" }]) {
        const response = yield* send("PATCH", "/email-templates/magic_link", adminHeaders, body)
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
      }
      assert.strictEqual(codeOf(yield* send("PATCH", "/email-templates/magic_link", adminHeaders)), "SCHEMA_ERROR")
      const content = documentOf({ type: "Text", data: { size: Number.NaN } })
      assert.strictEqual((yield* failure(EmailTemplates.update("magic_link", { content })))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layer())))

  it.effect("is refused while the project uses the shared email server", () =>
    Effect.gen(function*() {
      yield* EmailTemplates.update("magic_link", { subject: "Mine" })
      yield* configure({ emailConfig: { type: "shared" } })
      const update = EmailTemplates.update("magic_link", { subject: "New", content: {} })
      const { message, status } = refusalOf(yield* failure(update))
      assert.strictEqual(status, 400)
      assert.include(message, "mail server")
      assert.strictEqual((yield* EmailTemplates.get("magic_link")).subject, "Mine")
      yield* EmailTemplates.reset("magic_link")
      assert.isTrue((yield* EmailTemplates.get("magic_link")).isDefault)
    }).pipe(Effect.provide(layer())))
})

describe("resetting a template", () => {
  it.effect("resetting a template restores the service's default, once", () =>
    Effect.gen(function*() {
      const before = yield* EmailTemplates.get("magic_link")
      yield* EmailTemplates.update("magic_link", { subject: "New" })
      yield* EmailTemplates.reset("magic_link")
      assert.deepStrictEqual(yield* EmailTemplates.get("magic_link"), before)
      assert.strictEqual(refusalOf(yield* failure(EmailTemplates.reset("magic_link"))).status, 404)
    }).pipe(Effect.provide(layer())))
})

describe("an email", () => {
  it.effect("an email uses the default template unless the project has its own", () =>
    Effect.gen(function*() {
      yield* signUp()
      const verification = yield* mailTo(email)
      assert.strictEqual(verification.subject, "Verify your email at Emulated project")
      yield* Password.sendResetCode({ email, callbackUrl })
      const reset = yield* mailTo(email)
      assert.strictEqual(reset.subject, "Reset your password at Emulated project")
      for (const mail of [verification, reset]) {
        assert.include(mail.text, mail.link!)
        assert.include(mail.text, "Emulated project")
        assert.notInclude(mail.text, "{{")
      }
    }).pipe(Effect.provide(layer())))

  it.effect("an email contains the text of all blocks in order, with placeholders filled in, and each block once", () =>
    Effect.gen(function*() {
      yield* EmailTemplates.update("magic_link", {
        subject: "{{otp}} for {{ projectDisplayName }}",
        content: {
          root: { type: "EmailLayout", data: { childrenIds: ["heading", "line", "columns", "box", "html"] } },
          heading: { type: "Heading", data: { props: { text: "{{ projectDisplayName }}", level: "h1" } } },
          line: { type: "Divider", data: {} },
          columns: {
            type: "ColumnsContainer",
            data: { props: { columns: [{ childrenIds: ["left"] }, { childrenIds: ["right"] }] } }
          },
          left: text("Your code is {{{ otp }}}.{{ unknownThing }}"),
          right: { type: "Button", data: { props: { text: "Go", url: "{{ magicLink }}" } } },
          box: { type: "Container", data: { props: { childrenIds: ["inner", "box"] } } },
          inner: text("{{ emailVerificationLink }}{{ constructor }}Bye"),
          html: { type: "Html", data: { props: { contents: "<hr>" } } }
        }
      })
      yield* MagicLink.send({ email, callbackUrl })
      const { link, otp, subject, text: written } = yield* mailTo(email)
      assert.strictEqual(subject, `${Redacted.value(otp!)} for Emulated project`)
      assert.strictEqual(
        written,
        `Emulated project\n\nYour code is ${Redacted.value(otp!)}.\n\nGo: ${link}\n\nBye\n\n<hr>\n`
      )
    }).pipe(Effect.provide(layer())))

  it.effect("contains the text of a block at any depth", () =>
    Effect.gen(function*() {
      const depth = 20_000
      const nested = Array.from({ length: depth }, (_, level) =>
        [
          level === 0 ? "root" : `block-${level}`,
          { type: level === 0 ? "EmailLayout" : "Container", data: { childrenIds: [`block-${level + 1}`] } }
        ] as const)
      const content = { ...Object.fromEntries(nested), [`block-${depth}`]: text("The end") }
      yield* EmailTemplates.update("magic_link", { content })
      yield* MagicLink.send({ email, callbackUrl })
      assert.strictEqual((yield* mailTo(email)).text, "The end\n")
    }).pipe(Effect.provide(layer())))

  it.effect("an email shows inserted values unchanged, even if they are placeholders", () =>
    Effect.gen(function*() {
      yield* EmailTemplates.update("email_verification", {
        content: documentOf(text("{{ projectDisplayName }}"))
      })
      yield* signUp()
      assert.strictEqual((yield* mailTo(email)).text, "{{ otp }}\n")
    }).pipe(
      Effect.provide(layerAdmin({ generation: "2025", project: { displayName: "{{ otp }}", config: { emailConfig } } }))
    ))

  it.effect("is listed with the subject it was sent with", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* EmailTemplates.update("email_verification", { subject: "New" })
      const [mail] = jsonOf(yield* send("GET", "/internal/emails", adminHeaders)).items
      assert.strictEqual(mail.subject, "Verify your email at Emulated project")
    }).pipe(Effect.provide(layer())))
})
