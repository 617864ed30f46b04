/**
 * The settings for sessions, API keys and teams.
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
import { Badge } from "../../kit/Badge.tsx"
import { TaskButton } from "../../kit/Button.tsx"
import { Field } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { usePageContext } from "../../kit/PageContext.ts"
import { ResourceContent, Section as SettingsSection } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"

/** The user's sessions. */
export const SessionsSection = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  return (
    <SettingsSection name="sessions" title={settings.sessions}>
      <ResourceContent resource={Resources.sessions}>
        {(sessions) => <ul>{sessions.map((session) => <SessionItem key={session.id} session={session} />)}</ul>}
      </ResourceContent>
    </SettingsSection>
  )
}

const SessionItem = ({ session }: { readonly session: Sessions.UserSession }): ReactNode => {
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
      {isCurrentSession && <Badge>{settings.currentSession}</Badge>}{" "}
      {isImpersonation && <Badge>{settings.impersonation}</Badge>}
      {!isCurrentSession && <TaskButton name="revoke" step={revoke} text={settings.revokeSession} describedBy={id} />}
    </li>
  )
}

/** The user's API keys. */
export const ApiKeysSection = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const create = useTask((typed: FormValues) => ApiKeys.create({ description: typed.text("description") }))
  return (
    <SettingsSection name="api-keys" title={settings.apiKeys}>
      <ResourceContent resource={Resources.userApiKeys}>
        {(keys) =>
          keys.length === 0
            ? <p>{settings.noApiKeys}</p>
            : <ul>{keys.map((key) => <ApiKeyItem key={key.id} apiKey={key} />)}</ul>}
      </ResourceContent>
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
    </SettingsSection>
  )
}

const ApiKeyItem = ({ apiKey }: { readonly apiKey: ApiKeys.UserApiKey }): ReactNode => {
  const id = useId()
  const { texts: { settings } } = usePageContext()
  const revoke = useTask(() => ApiKeys.revoke({ id: apiKey.id }))
  const { description, expiresAt, manuallyRevokedAt, value } = apiKey
  return (
    <li>
      <span id={id}>{description}</span> <Badge>{settings.keyEnds(value.lastFour)}</Badge>{" "}
      {expiresAt !== undefined && <Badge>{settings.keyUntil(settings.date(expiresAt))}</Badge>}{" "}
      {manuallyRevokedAt === undefined
        ? <TaskButton name="revoke" step={revoke} text={settings.revokeKey} describedBy={id} />
        : <Badge>{settings.keyRevoked}</Badge>}
    </li>
  )
}

/** The user's teams. Their members and invitations are left to the app. */
export const TeamsSection = (
  { mayCreate, user }: { readonly user: User; readonly mayCreate: boolean }
): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const create = useTask((typed: FormValues) => Teams.create({ displayName: typed.text("displayName") }))
  return (
    <SettingsSection name="teams" title={settings.teams}>
      <ResourceContent resource={Resources.teams}>
        {(teams) =>
          teams.length === 0
            ? <p>{settings.noTeams}</p>
            : (
              <ul>
                {teams.map((team) => (
                  <TeamItem
                    key={team.id}
                    team={team}
                    isSelected={team.id === user.selectedTeamId}
                  />
                ))}
              </ul>
            )}
      </ResourceContent>
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
    </SettingsSection>
  )
}

const TeamItem = ({ isSelected, team }: { readonly team: Teams.Team; readonly isSelected: boolean }): ReactNode => {
  const id = useId()
  const { texts: { settings } } = usePageContext()
  const select = useTask(() => Teams.select(team.id))
  const leave = useTask(() => Teams.leave(team.id))
  return (
    <li>
      <span id={id}>{team.displayName}</span> {isSelected
        ? <Badge>{settings.selectedTeam}</Badge>
        : <TaskButton name="select" step={select} text={settings.selectTeam} describedBy={id} />}
      <TaskButton name="leave" step={leave} text={settings.leaveTeam} describedBy={id} />
    </li>
  )
}
