/**
 * Handlers for sent emails.
 *
 * The emulator does not connect to email servers. Its configuration and the recipient decide whether a test email
 * fails, checked in the order in which a real connection would fail.
 */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/emails.ts"
import type { Input } from "../../wire/Endpoint.ts"
import type { JsonObject } from "../../wire/Json.ts"
import type { EmailConfig, SmtpConfig } from "../../wire/projectConfig.ts"
import { deliver } from "../emails/mails.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { userNotFound } from "../rules/errors.ts"
import { orFail } from "../rules/failWith.ts"
import { schemaError } from "../rules/validation.ts"
import { requireCustomServer } from "../state/defaultEmailSources.ts"
import type { MailRow, ProjectRow } from "../state/rows.ts"
import { primaryChannel } from "../state/userRows.ts"
import { categories } from "./notificationPreferences.ts"

const maxListed = 100

const toSentEmail = (project: ProjectRow, mail: MailRow): wire.SentEmail => ({
  ...mail,
  to: mail.userId === undefined ? mail.to : [`User ID: ${mail.userId}`],
  sentAt: new Date(mail.sentAtMillis),
  senderConfig: project.generation === "2025" ? toSender(project, mail.sender) : undefined
})

/** The email server that projects share, with the values from the service's development environment. */
const sharedServer = {
  host: "127.0.0.1",
  port: 2500,
  username: "does not matter, ignored by Inbucket",
  senderEmail: "noreply@example.com"
}

const toSender = (project: ProjectRow, sender: EmailConfig): wire.EmailSender =>
  sender.type === "standard" ? sender : { type: "shared", ...sharedServer, senderName: project.displayName }

/** Names reserved for tests and examples (RFC 6761 § 6), which never resolve. */
const reservedHost = /(?:^|\.)(?:invalid|test|example|example\.(?:com|net|org))$/i
const refusingPorts = [2599, 25_099]
const unknownUser = /^bad-/
const rejectedRecipient = /^reject-(5\d\d)@/

const makeFailure = (errorType: string, message: string, rawError: JsonObject) => ({
  message,
  errorType,
  canRetry: false,
  rawError
})

const findFailure = ({ config }: ProjectRow, to: string, { host, port, username }: SmtpConfig) => {
  if (reservedHost.test(host) && !config.mailHosts.includes(host)) {
    return makeFailure("HOST_NOT_FOUND", `The email host ${host} was not found. Check its name.`, {
      code: "EDNS",
      errno: -3008,
      command: "CONN",
      syscall: "getaddrinfo",
      hostname: host
    })
  }
  if (refusingPorts.includes(port)) {
    return makeFailure("UNKNOWN", `The host ${host} refused the connection to port ${port}`, {
      code: "ESOCKET",
      port,
      errno: -111,
      address: host,
      command: "CONN",
      syscall: "connect"
    })
  }
  if (unknownUser.test(username)) {
    return makeFailure("AUTH_FAILED", "The email server rejected the username or password", {
      code: "EAUTH",
      command: "AUTH PLAIN",
      response: "535 5.7.8 credentials refused",
      responseCode: 535
    })
  }
  const status = Number(rejectedRecipient.exec(to)?.[1])
  if (Number.isNaN(status)) return undefined
  const isInvalid = status === 553
  const rejection = {
    code: "EENVELOPE",
    command: "RCPT TO",
    response: isInvalid ? "553 5.1.3 bad recipient" : `${status} 5.7.1 rejected`,
    responseCode: status
  }
  return makeFailure(
    isInvalid ? "INVALID_EMAIL_ADDRESS" : "REJECTED",
    isInvalid
      ? `The email server rejected ${to} as an invalid address`
      : `The email server rejected the recipient ${to}`,
    { ...rejection, rejected: [to], rejectedErrors: [{ ...rejection, recipient: to }] }
  )
}

export const emailHandlers: HandlersOf<typeof wire> = {
  list: ({ project }) =>
    Effect.sync(() => ({
      items: project.mails.slice(-maxListed).reverse().map((mail) => toSentEmail(project, mail)),
      isPaginated: false
    })),

  sendTest: Effect.fnUntraced(function*({ payload, project }) {
    const { emailConfig, recipientEmail } = payload
    const error = findFailure(project, recipientEmail, emailConfig)
    yield* deliver(project, {
      type: "test",
      to: recipientEmail,
      subject: "Test Email from Stack Auth",
      text: "Your email server works.\n",
      sender: { type: "standard", ...emailConfig },
      error: error ?? null
    })
    return error === undefined ? { success: true } : { success: false, errorMessage: error.message }
  }),

  send: Effect.fnUntraced(function*({ payload, project }) {
    const violations = findViolations(payload)
    if (violations.length > 0) return yield* schemaError(violations)
    yield* requireCustomServer(project)
    const { notificationCategoryName: category } = payload
    if (
      category !== undefined &&
      categories.every(({ notificationCategoryName }) => notificationCategoryName !== category)
    ) {
      return yield* reject(400, `No notification category has the name ${JSON.stringify(category)}`)
    }
    const { text, title } = yield* renderContent(project, payload)
    const users = payload.userIds === undefined
      ? [...project.users.values()].filter(({ isAnonymous }) => !isAnonymous)
      : yield* Effect.forEach(payload.userIds, (id) => orFail(project.users.get(id), userNotFound(id)))
    for (const user of users) {
      const to = primaryChannel(user)?.value
      if (to === undefined) continue
      yield* deliver(project, { type: "custom", to, userId: user.id, subject: payload.subject ?? title, text })
    }
    return { results: users.map(({ id }) => ({ userId: id })) }
  })
}

type SendPayload = Input<typeof wire.send>["payload"]

const findViolations = ({ allUsers, draftId, html, templateId, userIds }: SendPayload): ReadonlyArray<string> => [
  ...([html, templateId, draftId].filter((content) => content !== undefined).length === 1
    ? []
    : ["body must have exactly one of html, template_id and draft_id"]),
  ...((userIds === undefined) === (allUsers !== true) ? ["body must have either user_ids or all_users"] : [])
]

/** Returns an email's body to users, and its default subject. */
const renderContent = Effect.fnUntraced(function*(project: ProjectRow, { html, templateId }: SendPayload) {
  if (html !== undefined) return { text: `${html.replace(/<[^>]*>/g, "").trim()}\n`, title: "" }
  if (templateId === undefined) return yield* reject(400, "The emulator does not support email drafts")
  const template = project.emailSources.get(templateId)
  if (template === undefined) return yield* reject(400, `No email template has the id ${JSON.stringify(templateId)}`)
  return { text: `The emulator does not render email sources.\n`, title: template.displayName }
})
