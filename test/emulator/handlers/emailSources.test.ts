import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emails, EmailTemplates, EmailTemplateSources, ProjectConfig } from "latchkey/admin"
import type { Emulator } from "latchkey/emulator"
import { Emails as ServerEmails, Users } from "latchkey/server"
import {
  adminHeaders,
  clientHeaders,
  codeOf,
  configure,
  email,
  failure,
  inbox,
  jsonOf,
  layerAdmin,
  nobody,
  refusalOf,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const emailConfig = {
  type: "standard",
  host: "mail.latchkey.dev",
  port: 465,
  username: "ada",
  password: Redacted.make("mail password"),
  senderName: "Ada",
  senderEmail: "noreply@example.com"
} as const

const layer = (config: Emulator.ConfigOptions = {}) => layerAdmin({ project: { config: { emailConfig, ...config } } })
const layerShared = layerAdmin()

const tsxSource = "export function EmailTemplate() { return <p>Hello</p> }"
const themeId = "a0172b5d-cff0-463b-83bb-85124697373a"

describe("the templates of a service since 2026", () => {
  it.effect("are seven by default, and change by their source", () =>
    Effect.gen(function*() {
      const templates = yield* EmailTemplateSources.list
      assert.deepStrictEqual(templates.map(({ displayName }) => displayName), [
        "Email Verification",
        "Password Reset",
        "Magic Link/OTP",
        "Team Invitation",
        "Sign In Invitation",
        "Payment Receipt",
        "Payment Failed"
      ])
      assert.notProperty(templates[0]!, "themeId")
      const { id } = templates[0]!
      const { renderedHtml } = yield* EmailTemplateSources.update(id, { tsxSource, themeId })
      assert.isNotEmpty(renderedHtml)
      assert.deepStrictEqual((yield* EmailTemplateSources.list)[0], {
        id,
        displayName: "Email Verification",
        tsxSource,
        themeId
      })
      yield* EmailTemplateSources.update(id, { tsxSource, themeId: false })
      yield* EmailTemplateSources.update(id, { tsxSource })
      assert.isFalse((yield* EmailTemplateSources.list)[0]!.themeId)
    }).pipe(Effect.provide(layer())))

  it.effect("can be created and deleted", () =>
    Effect.gen(function*() {
      const id = yield* EmailTemplateSources.create({ displayName: "Newsletter" })
      assert.deepInclude((yield* EmailTemplateSources.list).at(-1)!, { id, displayName: "Newsletter" })
      yield* EmailTemplateSources.remove(id)
      assert.lengthOf(yield* EmailTemplateSources.list, 7)
      assert.strictEqual(refusalOf(yield* failure(EmailTemplateSources.remove(id))).status, 404)
    }).pipe(Effect.provide(layer())))

  it.effect("keep their source if the new one does not render", () =>
    Effect.gen(function*() {
      const [template] = yield* EmailTemplateSources.list
      for (const tsxSource of ["", "export function Broken() {", "export default ("]) {
        const error = yield* failure(EmailTemplateSources.update(template!.id, { tsxSource }))
        assert(error._tag === "EmailRenderingError", tsxSource)
        assert.isNotEmpty(error.details.error)
      }
      assert.deepStrictEqual((yield* EmailTemplateSources.list)[0], template)
      const unknown = EmailTemplateSources.update(nobody, { tsxSource })
      assert.strictEqual(refusalOf(yield* failure(unknown)).status, 404)
      const invalid = EmailTemplateSources.update("abc", { tsxSource })
      assert.strictEqual((yield* failure(invalid))._tag, "RequestSchemaError")
      assert.strictEqual(codeOf(yield* send("POST", "/internal/email-templates", adminHeaders, {})), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layer())))

  it.effect("cannot change while the project uses the shared email server", () =>
    Effect.gen(function*() {
      const [template] = yield* EmailTemplateSources.list
      const errors = [
        yield* failure(EmailTemplateSources.create({ displayName: "Newsletter" })),
        yield* failure(EmailTemplateSources.update(template!.id, { tsxSource })),
        yield* failure(EmailTemplateSources.remove(template!.id))
      ]
      for (const { _tag } of errors) assert.strictEqual(_tag, "RequiresCustomEmailServer")
      assert.lengthOf(yield* EmailTemplateSources.list, 7)
    }).pipe(Effect.provide(layerShared)))

  it.effect("custom templates are not used with the shared email server", () =>
    Effect.gen(function*() {
      const defaults = yield* EmailTemplateSources.list
      const id = yield* EmailTemplateSources.create({ displayName: "Newsletter" })
      yield* EmailTemplateSources.update(defaults[0]!.id, { tsxSource })
      const idsInConfig = Effect.map(ProjectConfig.get, ({ emails }) =>
        Object.keys((emails as { readonly templates: object }).templates))
      assert.include(yield* idsInConfig, id)
      yield* configure({ emailConfig: { type: "shared" } })
      assert.deepStrictEqual(yield* EmailTemplateSources.list, defaults)
      assert.notInclude(yield* idsInConfig, id)
      yield* ProjectConfig.updateOverride("environment", {
        [`emails.templates.${nobody}`]: { displayName: "Mine", tsxSource }
      })
      assert.lengthOf(yield* idsInConfig, 7)
    }).pipe(Effect.provide(layer())))

  it.effect("deleting a template with an id that is no UUID fails with not found", () =>
    Effect.gen(function*() {
      const response = yield* send("DELETE", "/internal/email-templates/nope", adminHeaders)
      assert.deepStrictEqual([response.status, codeOf(response)], [404, undefined])
    }).pipe(Effect.provide(layer())))

  it.effect("templates have themes", () =>
    Effect.gen(function*() {
      const themes = yield* EmailTemplateSources.listThemes
      assert.deepStrictEqual(themes.map(({ displayName }) => displayName), [
        "Default Light",
        "Default Dark",
        "Default Colorful"
      ])
      const theme = yield* EmailTemplateSources.getTheme(themeId)
      assert.deepInclude(theme, { id: themeId, displayName: "Default Dark" })
      assert.isNotEmpty(theme.tsxSource)
      assert.strictEqual(refusalOf(yield* failure(EmailTemplateSources.getTheme(nobody))).status, 404)
    }).pipe(Effect.provide(layerShared)))
})

describe("the models of templates", () => {
  it.effect("the other generation's model fails with UnsupportedGeneration, which names it", () =>
    Effect.gen(function*() {
      for (
        const call of [
          EmailTemplates.list,
          EmailTemplates.get("magic_link"),
          EmailTemplates.update("magic_link", {}),
          EmailTemplates.reset("magic_link")
        ]
      ) {
        const error = yield* failure(Effect.asVoid(call))
        assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
        assert.include(error.message, "Use EmailTemplateSources instead")
      }
      assert.strictEqual((yield* send("GET", "/email-templates", adminHeaders)).status, 404)
    }).pipe(Effect.provide(layerShared)))

  it.effect("before 2026, templates are only documents", () =>
    Effect.gen(function*() {
      yield* EmailTemplates.list
      const error = yield* failure(EmailTemplateSources.list)
      assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
      assert.strictEqual((yield* send("GET", "/internal/email-templates", adminHeaders)).status, 404)
      const sending = ServerEmails.send({ allUsers: true, html: "<p>Hello</p>", subject: "Hi" })
      assert.strictEqual(tagsOf(yield* failure(sending)), "ApiError/UnsupportedGeneration")
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))
})

describe("an email sent by a server", () => {
  it.effect("is sent to users' primary addresses, as HTML or by a template", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const html = ServerEmails.send({
        userIds: [userId],
        subject: "Hi",
        html: "<p>Hello, <b>Ada</b></p>",
        notificationCategoryName: "Transactional",
        themeId: null,
        isHighPriority: true,
        scheduledAt: new Date(0)
      })
      assert.deepStrictEqual(yield* html, [userId])
      const templateId = yield* EmailTemplateSources.create({ displayName: "Newsletter" })
      const { id } = yield* Users.create({ displayName: "Grace" })
      yield* Users.create({ isAnonymous: true })
      const template = ServerEmails.send({ allUsers: true, templateId, variables: { month: "May" } })
      assert.sameMembers([...yield* template], [userId, id])
      const mails = (yield* inbox).filter(({ type }) => type === "custom")
      assert.deepStrictEqual(mails.map(({ code, link, subject, text, to }) => [to, subject, text, code, link]), [
        [[email], "Hi", "Hello, Ada\n", undefined, undefined],
        [[email], "Newsletter", "The emulator does not render email sources.\n", undefined, undefined]
      ])
      const listed = yield* Emails.listSent
      assert.deepStrictEqual(listed.map(({ to }) => to), [
        [`User ID: ${userId}`],
        [`User ID: ${userId}`],
        [email]
      ])
      for (const mail of listed) assert.notProperty(mail, "senderConfig")
    }).pipe(Effect.provide(layer())))

  it.effect("is refused with an unknown notification category, and with a theme id that is no UUID", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const to = { userIds: [userId], subject: "Hi", html: "<p>Hello</p>" }
      const category = yield* failure(ServerEmails.send({ ...to, notificationCategoryName: "Invalid" }))
      assert.strictEqual(refusalOf(category).status, 400)
      const theme = yield* failure(ServerEmails.send({ ...to, themeId: "no-such-theme" }))
      assert.strictEqual(theme._tag, "RequestSchemaError")
      yield* ServerEmails.send({ ...to, notificationCategoryName: "Marketing", themeId })
      yield* ServerEmails.send({ ...to, themeId: false })
    }).pipe(Effect.provide(layer())))

  it.effect("an email to several users is not sent if one user does not exist", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const sending = ServerEmails.send({ userIds: [userId, nobody], subject: "Hi", html: "<p>Hello</p>" })
      const error = yield* failure(sending)
      assert(error._tag === "UserIdDoesNotExist")
      assert.deepStrictEqual(error.details, { userId: nobody })
      assert.isTrue((yield* inbox).every(({ type }) => type !== "custom"))
      for (const content of [{ templateId: nobody }, { draftId: nobody }]) {
        const unknown = ServerEmails.send({ userIds: [userId], ...content })
        assert.strictEqual(refusalOf(yield* failure(unknown)).status, 400)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("an email needs exactly one content and one kind of recipients", () =>
    Effect.gen(function*() {
      const html = "<p>Hello</p>"
      for (
        const body of [
          { user_ids: [] },
          { user_ids: [], html, template_id: nobody },
          { html },
          { html, all_users: false },
          { html, user_ids: [], all_users: true },
          { html, user_ids: [1] }
        ]
      ) {
        const answer = yield* send("POST", "/emails/send-email", serverHeaders, body)
        assert.strictEqual(codeOf(answer), "SCHEMA_ERROR", JSON.stringify(body))
      }
      const none = yield* send("POST", "/emails/send-email", serverHeaders, { html, user_ids: [] })
      assert.deepStrictEqual(jsonOf(none), { results: [] })
      const client = yield* send("POST", "/emails/send-email", clientHeaders, { html, user_ids: [] })
      assert.deepStrictEqual(jsonOf(client).details.allowed_access_types, ["server", "admin"])
    }).pipe(Effect.provide(layer())))

  it.effect("requires the project to have its own email server", () =>
    Effect.gen(function*() {
      const sending = ServerEmails.send({ allUsers: true, subject: "Hi", html: "<p>Hello</p>" })
      assert.strictEqual((yield* failure(sending))._tag, "RequiresCustomEmailServer")
    }).pipe(Effect.provide(layerShared)))
})
