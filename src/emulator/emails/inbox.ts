/** The inbox: the emails that the service would have sent, for tests to read. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { orFail } from "../rules/failWith.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { type Mail, type MailType, toMail } from "./mails.ts"

/** Selects emails by recipient, ignoring case, by project, and by type. Without fields, it selects all emails. */
export interface InboxFilter {
  readonly to?: string | undefined
  readonly projectId?: string | undefined
  readonly type?: MailType | undefined
}

/** Raised when no email matches a filter. The message lists the inbox. */
export class NoMail extends Data.TaggedError("NoMail")<{ readonly message: string }> {}

/** Returns the delivered emails that match a filter, newest last. */
export const listMails = (state: ServiceState, { projectId, to, type }: InboxFilter = {}): ReadonlyArray<Mail> => {
  const recipient = to?.toLowerCase()
  return [...state.values()]
    .filter((project) => projectId === undefined || project.id === projectId)
    .flatMap((project) =>
      project.mails.filter((mail) =>
        mail.error === null && (type === undefined || mail.type === type) &&
        (recipient === undefined || mail.to.some((address) => address.toLowerCase() === recipient))
      ).map((mail) => toMail(project, mail))
    )
    .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime())
}

/** Returns the newest email that matches a filter. Fails with `NoMail`; its message lists the inbox. */
export const findLatestMail = (state: ServiceState, filter: InboxFilter = {}): Effect.Effect<Mail, NoMail> =>
  Effect.suspend(() =>
    orFail(
      listMails(state, filter).at(-1),
      Effect.failSync(() => new NoMail({ message: describeNoMail(state, filter) }))
    )
  )

const describeNoMail = (state: ServiceState, { projectId, to, type }: InboxFilter): string => {
  const description = [
    type === undefined ? "email" : `email of type ${type}`,
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(projectId === undefined ? [] : [`from project ${projectId}`])
  ].join(" ")
  const contents = listMails(state).map((mail) => `${mail.type} to ${mail.to.join(", ")}`)
  return `No ${description}. The inbox ${contents.length === 0 ? "is empty" : `contains ${contents.join("; ")}`}.`
}
