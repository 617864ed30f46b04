import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ReactNode, useId } from "react"
import * as Resources from "../../../src/account/Resources.ts"
import * as Sessions from "../../../src/account/Sessions.ts"
import type { IpInfo } from "../../../src/wire/sessions.ts"
import { useSignOut } from "../../hooks.ts"
import { Alert } from "../../kit/Alert.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { ErrorAlert } from "../../kit/ErrorAlert.tsx"
import { Facts } from "../../kit/Facts.tsx"
import { List } from "../../kit/List.tsx"
import { OfflineBanner } from "../../kit/OfflineBanner.tsx"
import { Button } from "../../kit/PlainButton.tsx"
import { RowIcon } from "../../kit/RowIcon.tsx"
import { Badge, ResourceContent, Row } from "../../kit/Section.tsx"
import { RelativeTime, Time } from "../../kit/Time.tsx"
import { useTask } from "../../kit/useStep.ts"
import { locale } from "../../texts/en/common.ts"
import { sessions as sessionTexts } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useResourceState } from "../../useResource.ts"
import { useDevice } from "./useDevice.ts"
import { UserSection } from "./UserSection.tsx"

/**
 * Lists the signed-in user's sessions, this device first, with their place and last activity if the service knows them. The user
 * can end each other session, or all of them. Renders nothing if no user is signed in.
 *
 * If the app watches for uses by other devices, this device's row warns of one, with a button that ends the session.
 *
 * The service does not store which device opened a session. Only this device's row has a browser and an operating system.
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
    .sort((a, b) => lastUseOf(b) - lastUseOf(a))
  const current = sessions.filter(({ isCurrentSession }) => isCurrentSession)
  const revokeOthers = useTask(() => revokeAll(others))
  // The dialog stays open while the sessions disappear, and shows an error afterwards.
  const isOpen = revokeOthers.isPending || revokeOthers.error !== undefined
  return (
    <List
      label={texts.title}
      items={[...current, ...others]}
      none={texts.none}
      action={(others.length > 1 || isOpen) && (
        <ConfirmButton
          name="revoke-others"
          label={texts.revokeOthers}
          title={texts.revokeOthersTitle}
          text={texts.revokeOthersText}
          step={revokeOthers}
        />
      )}
    >
      {(session) => <SessionRow key={session.id} session={session} />}
    </List>
  )
}

const lastUseOf = ({ createdAt, lastUsedAt = createdAt }: Sessions.UserSession): number => lastUsedAt.getTime()

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
  const { language } = useTexts("locale", locale)
  const [{ browser, kind, system }, ref] = useDevice()
  const revoke = useTask(() => Sessions.revoke(session.id))
  const { createdAt, isCurrentSession, isImpersonation, lastUsedAt, lastUsedAtEndUserIpInfo: info } = session
  // The service does not store the device, so that only this one is known.
  const device = isCurrentSession
    ? browser !== undefined && system !== undefined ? texts.device(browser, system) : browser ?? system
    : undefined
  const place = info && placeOf(info, language, texts.place)
  const ip = info && <bdi dir="ltr">{info.ip}</bdi>
  const known = device ?? (place || ip)
  return (
    <Row
      name="session"
      media={<RowIcon shape={device === undefined ? "unknown" : kind} />}
      title={known ?? <Time date={createdAt} text={texts.signedIn} />}
      titleId={id}
      badges={
        <>
          {isCurrentSession && <Badge tone="success">{texts.current}</Badge>}
          {isImpersonation && <Badge tone="warning">{texts.impersonation}</Badge>}
        </>
      }
      text={
        <span ref={ref} id={`${id}-text`}>
          <Facts>
            {known !== place && place}
            {known !== ip && ip}
            {isCurrentSession
              ? texts.activeNow
              : lastUsedAt && <RelativeTime date={lastUsedAt} text={texts.lastActive} />}
            {known !== undefined && (isCurrentSession || lastUsedAt === undefined) && (
              <RelativeTime date={createdAt} text={texts.signedIn} />
            )}
          </Facts>
        </span>
      }
      actions={!isCurrentSession && (
        <Button
          name="revoke"
          variant="ghost"
          isBusy={revoke.isPending}
          describedBy={`${id} ${id}-text`}
          onClick={() => revoke.run()}
        >
          {texts.revoke}
        </Button>
      )}
    >
      {isCurrentSession && <ForeignUseWarning sessionId={session.id} describedBy={id} />}
      {revoke.isWaiting && <OfflineBanner isWaiting />}
      <ErrorAlert error={revoke.error} />
    </Row>
  )
}

/** Warns of a use of this device's session by another device, with a button that ends the session for both. */
const ForeignUseWarning = (
  { describedBy, sessionId }: { readonly sessionId: string; readonly describedBy: string }
): ReactNode => {
  const id = useId()
  const texts = useTexts("sessions", sessionTexts)
  const { dateTime, language } = useTexts("locale", locale)
  const state = useResourceState(Resources.foreignUse)
  const signOut = useSignOut()
  const use = state._tag === "Ready" ? state.value : undefined
  if (use?.sessionId !== sessionId) return null
  const place = use.place && (placeOf(use.place, language, texts.place) || use.place.ip)
  return (
    <>
      <Alert id={id} text={texts.usedElsewhere(place, dateTime(use.at))} />
      <Button
        name="end-session"
        variant="danger"
        isBusy={signOut.state._tag === "Pending"}
        describedBy={`${describedBy} ${id}`}
        onClick={() => void signOut.run()}
      >
        {texts.endSession}
      </Button>
    </>
  )
}

/** Returns the city and country, in a language, or an empty text if both are unknown. */
const placeOf = (
  { cityName, countryCode }: IpInfo,
  language: string,
  join: (city: string, country: string) => string
): string => {
  const country = countryCode && countryName(countryCode, language)
  return cityName && country ? join(cityName, country) : cityName || country || ""
}

/** Returns a country's name, or the code if the name is unknown. */
const countryName = (code: string, language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code
  } catch {
    // It throws for codes that are not well-formed.
    return code
  }
}
