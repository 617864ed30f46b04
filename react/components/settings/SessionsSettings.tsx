import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ReactNode, useId } from "react"
import * as Resources from "../../../src/account/Resources.ts"
import * as Sessions from "../../../src/account/Sessions.ts"
import type { IpInfo } from "../../../src/wire/sessions.ts"
import { TaskButton } from "../../kit/Button.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { Badge, ResourceContent, Row, Rows } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { locale } from "../../texts/en/common.ts"
import { sessions as sessionTexts } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { UserSection } from "./UserSection.tsx"

/**
 * Lists the signed-in user's sessions with their place and last activity, if the service knows them. The user can end each
 * other session, or all of them. Renders nothing if no user is signed in.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { SessionsSettings } from "latchkey/react"
 *
 * const Page = () => <main><SessionsSettings /></main>
 * ```
 */
export const SessionsSettings = (): ReactNode => {
  const texts = useTexts("sessions", sessionTexts)
  return (
    <UserSection name="sessions" title={texts.title}>
      {() => (
        <ResourceContent resource={Resources.sessions}>
          {(sessions) => <SessionList sessions={sessions} />}
        </ResourceContent>
      )}
    </UserSection>
  )
}

const SessionList = ({ sessions }: { readonly sessions: ReadonlyArray<Sessions.UserSession> }): ReactNode => {
  const texts = useTexts("sessions", sessionTexts)
  const others = sessions.filter(({ isCurrentSession }) => !isCurrentSession)
  const current = sessions.filter(({ isCurrentSession }) => isCurrentSession)
  const revokeOthers = useTask(() => revokeAll(others))
  // The dialog stays open while the sessions disappear, and shows an error afterwards.
  const isOpen = revokeOthers.isPending || revokeOthers.error !== undefined
  return (
    <>
      <Rows>{[...current, ...others].map((session) => <SessionRow key={session.id} session={session} />)}</Rows>
      {(others.length > 1 || isOpen) && (
        <ConfirmButton
          name="revoke-others"
          label={texts.revokeOthers}
          title={texts.revokeOthersTitle}
          text={texts.revokeOthersText}
          step={revokeOthers}
        />
      )}
    </>
  )
}

/** Revokes sessions one after another. A failure does not stop it; afterwards, it fails with the first one. */
const revokeAll = (sessions: ReadonlyArray<Sessions.UserSession>) =>
  Effect.gen(function*() {
    const results = yield* Effect.forEach(sessions, ({ id }) => Effect.result(Sessions.revoke(id)))
    const failed = results.find(Result.isFailure)
    if (failed !== undefined) return yield* Effect.fail(failed.failure)
  })

const SessionRow = ({ session }: { readonly session: Sessions.UserSession }): ReactNode => {
  const id = useId()
  const texts = useTexts("sessions", sessionTexts)
  const { dateTime, language } = useTexts("locale", locale)
  const revoke = useTask(() => Sessions.revoke(session.id))
  const { createdAt, isCurrentSession, isImpersonation, lastUsedAt, lastUsedAtEndUserIpInfo: info } = session
  return (
    <Row
      name="session"
      title={isCurrentSession ? texts.current : texts.unknownDevice}
      titleId={id}
      badges={isImpersonation && <Badge tone="warning">{texts.impersonation}</Badge>}
      text={
        <span id={`${id}-text`}>
          {[
            info && placeOf(info, language),
            info?.ip,
            lastUsedAt && texts.lastActive(dateTime(lastUsedAt)),
            texts.signedIn(dateTime(createdAt))
          ].filter(Boolean).join(" · ")}
        </span>
      }
      actions={!isCurrentSession && (
        <TaskButton name="revoke" step={revoke} text={texts.revoke} describedBy={`${id} ${id}-text`} />
      )}
    />
  )
}

/** Returns the city and country, in a language, or an empty text if both are unknown. */
const placeOf = ({ cityName, countryCode }: IpInfo, language: string): string =>
  [cityName, countryCode && countryName(countryCode, language)].filter(Boolean).join(", ")

/** Returns a country's name, or the code if the name is unknown. */
const countryName = (code: string, language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code
  } catch {
    // It throws for codes that are not well-formed.
    return code
  }
}
