import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { type ApiError, Cli, type Client, type Json, type JsonObject, type KnownErrors, type Project } from "latchkey"
import { type Admin, Emails, EmailTemplates, Metrics, Webhooks } from "latchkey/admin"
import type { Emulator, InboxFilter, Mail, NoMail } from "latchkey/emulator"
import type { Users } from "latchkey/server"

declare const secret: Redacted.Redacted<string>

describe("Cli", () => {
  it("accepts and returns redacted codes", () => {
    expectTypeOf<Cli.CliAttempt>().toEqualTypeOf<{
      readonly pollingCode: Redacted.Redacted<string>
      readonly loginCode: Redacted.Redacted<string>
      readonly expiresAt: Date
    }>()
    Cli.poll({ pollingCode: "polling code" })
    Cli.complete({ loginCode: secret, refreshToken: "refresh token" })
  })

  it("has a refresh token only for a successful attempt", () => {
    Effect.map(Cli.poll({ pollingCode: secret }), (answer) => {
      // @ts-expect-error it may still be waiting
      answer.refreshToken
      if (answer.status === "success") expectTypeOf(answer.refreshToken).toEqualTypeOf<Redacted.Redacted<string>>()
      else expectTypeOf(answer.status).toEqualTypeOf<"waiting" | "used" | "expired">()
    })
  })
})

describe("Project", () => {
  it("an unsupported feature is a result", () => {
    expectTypeOf<Project.FeatureSupport>().toEqualTypeOf<{ readonly isSupported: boolean; readonly message: string }>()
  })
})

describe("EmailTemplates", () => {
  it("an update contains no type and no plain text", () => {
    expectTypeOf<EmailTemplates.EmailTemplate["content"]>().toEqualTypeOf<JsonObject>()
    // @ts-expect-error there are four kinds
    EmailTemplates.get("newsletter")
    // @ts-expect-error the content is a document
    EmailTemplates.update("magic_link", { content: "Hello" })
    // @ts-expect-error the kind cannot be changed
    EmailTemplates.update("magic_link", { type: "password_reset" })
  })
})

describe("Emails", () => {
  it("are listed, and tested with a specific error", () => {
    expectTypeOf<Emails.SentEmail["error"]>().toEqualTypeOf<Json>()
    expectTypeOf(Emails.sendTest).toEqualTypeOf<
      (mail: { readonly recipientEmail: string; readonly emailConfig: Emails.SmtpConfigInput }) => Effect.Effect<
        void,
        Emails.TestEmailFailed | KnownErrors.RequestSchemaError | ApiError,
        Admin.Admin
      >
    >()
    expectTypeOf<Emails.SmtpConfig>().toEqualTypeOf<{
      readonly host: string
      readonly port: number
      readonly username: string
      readonly password: Redacted.Redacted<string>
      readonly senderName: string
      readonly senderEmail: string
    }>()
    expectTypeOf<Emails.SmtpConfigInput["password"]>().toEqualTypeOf<string | Redacted.Redacted<string>>()
    expectTypeOf<Emails.EmailSender>().not.toHaveProperty("password")
  })
})

describe("Metrics and Webhooks", () => {
  it("the metrics contain users and overviews", () => {
    expectTypeOf<Metrics.Metrics["recentlyActive"]>().toEqualTypeOf<ReadonlyArray<Users.ServerUser>>()
    // Services of 2025 have no overviews.
    expectTypeOf<Metrics.Metrics["authOverview"]>().toEqualTypeOf<Metrics.AuthOverview | undefined>()
  })

  it("require the admin level: neither a client nor a server can run them", () => {
    const program = Effect.all([EmailTemplates.list, Emails.listSent, Metrics.get, Webhooks.createSvixToken])
    expectTypeOf<Effect.Services<typeof program>>().toEqualTypeOf<Admin.Admin>()
    const runAsClient = (_: Effect.Effect<unknown, unknown, Client.Client>) => {}
    runAsClient(Cli.start())
    // @ts-expect-error only an admin may see the mails
    runAsClient(Emails.listSent)
    // @ts-expect-error only an admin may see the numbers
    runAsClient(Metrics.get)
  })
})

describe("the emulator's inbox", () => {
  it("finds emails, and fails only where one email is requested", () => {
    type Service = Emulator.Emulator["Service"]
    const emulator = {} as Service
    expectTypeOf(emulator.inbox({} as InboxFilter)).toEqualTypeOf<Effect.Effect<ReadonlyArray<Mail>>>()
    expectTypeOf(emulator.latestMail()).toEqualTypeOf<Effect.Effect<Mail, NoMail>>()
    expectTypeOf(emulator.latestMail({} as InboxFilter)).toEqualTypeOf<Effect.Effect<Mail, NoMail>>()
    expectTypeOf(emulator.latestMail({ type: "magic_link" })).toEqualTypeOf<Effect.Effect<Mail<"magic_link">, NoMail>>()
    expectTypeOf(emulator.inbox({ type: "test" })).toEqualTypeOf<Effect.Effect<ReadonlyArray<Mail<"test">>>>()
    expectTypeOf<Mail["code"]>().toEqualTypeOf<Redacted.Redacted<string> | undefined>()
    expectTypeOf<Mail<"magic_link">["otp" | "code"]>().toEqualTypeOf<Redacted.Redacted<string>>()
    expectTypeOf<Mail<"password_reset">["otp"]>().toEqualTypeOf<undefined>()
    expectTypeOf<Mail<"test">["link"]>().toEqualTypeOf<undefined>()
  })
})
