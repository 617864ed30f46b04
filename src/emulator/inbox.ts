/**
 * The inbox: what the service would have mailed, for tests to read.
 *
 * It is no part of the service. Over HTTP it has a path of its own, `/latchkey/inbox`: all that the service answers is below
 * `/api`, but for `/health`, so the two can never mean the same.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { cors, type EmulatorResponse, makeJsonResponse, makeTextResponse } from "./http.ts"
import { type Mail, type MailType, toMail } from "./mails.ts"
import type { ServiceState } from "./ServiceState.ts"

/**
 * Which mails: all of them, or only those to an address (in upper case or lower), of a project, of a kind.
 *
 * @category options
 * @since 0.1.0
 */
export interface InboxFilter {
  readonly to?: string | undefined
  readonly projectId?: string | undefined
  readonly type?: MailType | undefined
}

/**
 * There is no such mail; the message says which there are.
 *
 * @category errors
 * @since 0.1.0
 */
export class NoMail extends Data.TaggedError("NoMail")<{ readonly message: string }> {}

/**
 * Returns the mails that have reached somebody, newest last.
 *
 * @category getters
 * @since 0.1.0
 */
export const listMails = (state: ServiceState, { projectId, to, type }: InboxFilter = {}): ReadonlyArray<Mail> =>
  [...state.values()]
    .filter((project) => projectId === undefined || project.id === projectId)
    .flatMap((project) =>
      project.mails.filter((mail) =>
        mail.error === null && (type === undefined || mail.type === type) &&
        (to === undefined || mail.to.some((address) => address.toLowerCase() === to.toLowerCase()))
      ).map((mail) => toMail(project, mail))
    )
    .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime())

/**
 * Returns the newest of some mails, or says that there is none.
 *
 * @category getters
 * @since 0.1.0
 */
export const findLatestMail = (state: ServiceState, filter: InboxFilter = {}): Effect.Effect<Mail, NoMail> =>
  Effect.suspend(() => {
    const mail = listMails(state, filter).at(-1)
    return mail === undefined
      ? Effect.fail(new NoMail({ message: describeNoMail(state, filter) }))
      : Effect.succeed(mail)
  })

const describeNoMail = (state: ServiceState, { projectId, to, type }: InboxFilter): string => {
  const wanted = [
    type === undefined ? "mail" : `mail of type ${type}`,
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(projectId === undefined ? [] : [`from project ${projectId}`])
  ].join(" ")
  const present = listMails(state).map((mail) => `${mail.type} to ${mail.to.join(", ")}`)
  return `There is no ${wanted}; ${present.length === 0 ? "the inbox is empty" : `there is ${present.join("; ")}`}`
}

/**
 * Where the inbox is, from the origin on.
 *
 * @category constants
 * @since 0.1.0
 */
export const inboxPath = "/latchkey/inbox"

const parameters = ["to", "project"]

/**
 * Answers a request for the inbox. It needs no keys: the emulator is for tests.
 *
 * @category handlers
 * @since 0.1.0
 */
export const handleInbox = (state: ServiceState, method: string, query: URLSearchParams): EmulatorResponse => {
  const unknown = [...query.keys()].find((name) => !parameters.includes(name))
  const response = method !== "GET" && method !== "HEAD"
    ? makeTextResponse(405, "The inbox can only be read")
    : unknown !== undefined
    ? makeTextResponse(400, `The inbox has no parameter ${unknown}, only ${parameters.join(" and ")}`)
    : makeJsonResponse(200, {
      items: listMails(state, {
        to: query.get("to") ?? undefined,
        projectId: query.get("project") ?? undefined
      }).map(encodeMail)
    })
  return { ...response, headers: { ...cors, "cache-control": "no-store", ...response.headers } }
}

const encodeMail = ({ code, id, link, otp, projectId, sentAt, subject, text, to, type }: Mail) => ({
  id,
  project_id: projectId,
  type,
  to,
  subject,
  text,
  code: code === undefined ? null : Redacted.value(code),
  otp: otp === undefined ? null : Redacted.value(otp),
  link: link ?? null,
  sent_at_millis: sentAt.getTime()
})
