/**
 * Where the user is signed in, with which keys programs act for them, and the teams.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import { type ReactNode, useId } from "react"
import * as ApiKeys from "../../../src/account/ApiKeys.ts"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import * as Sessions from "../../../src/account/Sessions.ts"
import * as Teams from "../../../src/account/Teams.ts"
import { usePageContext } from "../context.ts"
import { Do, Field, Form, type Typed } from "../Form.tsx"
import { useTask } from "../useStep.ts"
import { Loaded, Mark, Part } from "./Part.tsx"

/** The sessions. */
export const SessionsPart = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  return (
    <Part name="sessions" title={settings.sessions}>
      <Loaded resource={Resources.sessions}>
        {(sessions) => <ul>{sessions.map((session) => <Session key={session.id} session={session} />)}</ul>}
      </Loaded>
    </Part>
  )
}

const Session = ({ session }: { readonly session: Sessions.UserSession }): ReactNode => {
  const id = useId()
  const { texts: { settings } } = usePageContext()
  const revoke = useTask(() => Sessions.revoke(session.id))
  const { createdAt, isCurrentSession, isImpersonation, lastUsedAt, lastUsedAtEndUserIpInfo: place } = session
  const where = [place?.ip, place?.cityName, place?.countryCode].filter(Boolean).join(", ")
  return (
    <li>
      <span id={id}>
        {[
          settings.sessionSince(settings.date(createdAt)),
          lastUsedAt && settings.sessionUsed(settings.date(lastUsedAt)),
          where
        ].filter(Boolean).join("; ")}
      </span>{" "}
      {isCurrentSession && <Mark>{settings.currentSession}</Mark>}{" "}
      {isImpersonation && <Mark>{settings.impersonation}</Mark>}
      {!isCurrentSession && <Do name="revoke" step={revoke} text={settings.revokeSession} describedBy={id} />}
    </li>
  )
}

/** The API keys. */
export const ApiKeysPart = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const create = useTask((typed: Typed) => ApiKeys.create({ description: typed.text("description") }))
  return (
    <Part name="api-keys" title={settings.apiKeys}>
      <Loaded resource={Resources.userApiKeys}>
        {(keys) =>
          keys.length === 0
            ? <p>{settings.noApiKeys}</p>
            : <ul>{keys.map((key) => <Key key={key.id} apiKey={key} />)}</ul>}
      </Loaded>
      <div role="status">
        {create.state._tag === "Success" && (
          <>
            <p>{settings.keyCreated}</p>
            <p data-latchkey="new-key">
              <code>{Redacted.value(create.state.value.value)}</code>
            </p>
            <button type="button" data-latchkey="hide" onClick={create.reset}>{settings.hideKey}</button>
          </>
        )}
      </div>
      <Form
        name="create-key"
        step={create}
        submit={settings.createKey}
        fieldOf={({ _tag }) => _tag === "RequestSchemaError" ? "description" : undefined}
      >
        <Field name="description" type="text" autoComplete="off" required label={settings.keyDescription} />
      </Form>
    </Part>
  )
}

const Key = ({ apiKey }: { readonly apiKey: ApiKeys.UserApiKey }): ReactNode => {
  const id = useId()
  const { texts: { settings } } = usePageContext()
  const revoke = useTask(() => ApiKeys.revoke({ id: apiKey.id }))
  const { description, expiresAt, manuallyRevokedAt, value } = apiKey
  return (
    <li>
      <span id={id}>{description}</span> <Mark>{settings.keyEnds(value.lastFour)}</Mark>{" "}
      {expiresAt !== undefined && <Mark>{settings.keyUntil(settings.date(expiresAt))}</Mark>}{" "}
      {manuallyRevokedAt === undefined
        ? <Do name="revoke" step={revoke} text={settings.revokeKey} describedBy={id} />
        : <Mark>{settings.keyRevoked}</Mark>}
    </li>
  )
}

/** The teams. Their members and invitations are the app's. */
export const TeamsPart = (
  { mayCreate, user }: { readonly user: User; readonly mayCreate: boolean }
): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const create = useTask((typed: Typed) => Teams.create({ displayName: typed.text("displayName") }))
  return (
    <Part name="teams" title={settings.teams}>
      <Loaded resource={Resources.teams}>
        {(teams) =>
          teams.length === 0
            ? <p>{settings.noTeams}</p>
            : (
              <ul>
                {teams.map((team) => <Team key={team.id} team={team} isSelected={team.id === user.selectedTeamId} />)}
              </ul>
            )}
      </Loaded>
      {mayCreate && (
        <Form
          name="create-team"
          step={create}
          submit={settings.createTeam}
          fieldOf={({ _tag }) => _tag === "RequestSchemaError" ? "displayName" : undefined}
        >
          <Field name="displayName" type="text" autoComplete="organization" required label={settings.teamName} />
        </Form>
      )}
    </Part>
  )
}

const Team = ({ isSelected, team }: { readonly team: Teams.Team; readonly isSelected: boolean }): ReactNode => {
  const id = useId()
  const { texts: { settings } } = usePageContext()
  const select = useTask(() => Teams.select(team.id))
  const leave = useTask(() => Teams.leave(team.id))
  return (
    <li>
      <span id={id}>{team.displayName}</span> {isSelected
        ? <Mark>{settings.selectedTeam}</Mark>
        : <Do name="select" step={select} text={settings.selectTeam} describedBy={id} />}
      <Do name="leave" step={leave} text={settings.leaveTeam} describedBy={id} />
    </li>
  )
}
