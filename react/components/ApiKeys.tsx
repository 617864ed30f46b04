import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type ReactNode, useEffect, useId, useRef } from "react"
import type { ApiKeyCreation, TeamApiKey, UserApiKey } from "../../src/account/ApiKeys.ts"
import { cleanName } from "../../src/auth/agentName.ts"
import type * as Resource from "../../src/cache/Resource.ts"
import * as AgentKey from "../../src/wire/agentKey.ts"
import type { ProvidedServices } from "../Auth.ts"
import { Button } from "../kit/Button.tsx"
import { CopyField } from "../kit/CopyField.tsx"
import { ConfirmButton } from "../kit/Dialog.tsx"
import { Facts } from "../kit/Facts.tsx"
import { Field, fieldOfInvalid } from "../kit/Field.tsx"
import type { FormValues } from "../kit/Form.tsx"
import { List } from "../kit/List.tsx"
import { RowIcon } from "../kit/RowIcon.tsx"
import { Badge, ResourceContent, Row } from "../kit/Section.tsx"
import { Spoken } from "../kit/Spoken.tsx"
import { RelativeTime, Time } from "../kit/Time.tsx"
import { useNow } from "../kit/useNow.ts"
import { useTask } from "../kit/useStep.ts"
import type { PageError } from "../pages/PageError.ts"
import { actions } from "../texts/en/common.ts"
import { agents as agentTexts, apiKeys } from "../texts/en/settings.ts"
import { isolate } from "../texts/isolate.ts"
import { useTexts } from "../texts/useTexts.ts"
import { FormDisclosure } from "./FormDisclosure.tsx"

type ApiKey = UserApiKey | TeamApiKey

interface ApiKeysProps<Key extends ApiKey, E extends PageError, E2 extends PageError, E3 extends PageError> {
  readonly resource: Resource.Resource<ReadonlyArray<Key>, E>
  readonly create: (
    key: Pick<ApiKeyCreation, "description" | "expiresAt">
  ) => Effect.Effect<{ readonly id: string; readonly value: Redacted.Redacted<string> }, E2, ProvidedServices>
  readonly revoke: (key: Key) => Effect.Effect<unknown, E3, ProvidedServices>
}

/** The API keys, and a form for a new one. A new key is shown until the user is done with it. */
export const ApiKeys = <Key extends ApiKey, E extends PageError, E2 extends PageError, E3 extends PageError>(
  { create, resource, revoke }: ApiKeysProps<Key, E, E2, E3>
): ReactNode => {
  const texts = useTexts("apiKeys", apiKeys)
  const creation = useTask((values: FormValues) =>
    Effect.flatMap(
      expiryAfter(Number(values.text("expires"))),
      (expiresAt) => create({ description: values.text("description"), expiresAt })
    )
  )
  const { state } = creation
  return (
    <>
      {state._tag === "Success" && (
        <NewKey key={state.value.id} value={Redacted.value(state.value.value)} onDone={creation.reset} />
      )}
      <ResourceContent resource={resource}>
        {(keys) => (
          <List
            label={texts.title}
            items={agentsFirst(keys)}
            none={texts.none}
            textOf={({ description }) => description}
            action={
              <FormDisclosure
                name="create-key"
                label={texts.create}
                step={creation}
                fieldOf={fieldOfInvalid("description")}
              >
                <Field
                  name="description"
                  type="text"
                  autoComplete="off"
                  required
                  label={texts.description}
                  hint={texts.descriptionHint}
                />
                <ExpiryField />
              </FormDisclosure>
            }
          >
            {(key) => {
              const agent = agentOf(key)
              return agent === undefined
                ? <ApiKeyRow key={key.id} apiKey={key} revoke={revoke} />
                : <AgentRow key={key.id} agent={agent} apiKey={key} revoke={revoke} />
            }}
          </List>
        )}
      </ResourceContent>
    </>
  )
}

/** Returns the agent that got a key. A team's keys have no agents. */
const agentOf = ({ description, type }: ApiKey): AgentKey.AgentKey | undefined =>
  type === "user" ? AgentKey.parse(description) : undefined

/** Returns the keys of agents first, which keep their order. */
const agentsFirst = <Key extends ApiKey>(keys: ReadonlyArray<Key>): ReadonlyArray<Key> =>
  [...keys].sort((one, other) => Number(agentOf(one) === undefined) - Number(agentOf(other) === undefined))

interface RevokeProps<Key extends ApiKey, E extends PageError> {
  readonly revoke: (key: Key) => Effect.Effect<unknown, E, ProvidedServices>
}

const AgentRow = <Key extends ApiKey, E extends PageError>(
  { agent, apiKey, revoke }: RevokeProps<Key, E> & { readonly agent: AgentKey.AgentKey; readonly apiKey: Key }
): ReactNode => {
  const id = useId()
  const texts = useTexts("agents", agentTexts)
  const keyTexts = useTexts("apiKeys", apiKeys)
  const removal = useTask(() => revoke(apiKey))
  const { expiresAt } = apiKey
  const { badge, isUsable } = useKeyState(apiKey)
  const name = cleanName(agent.clientName) ?? agent.resource
  return (
    <Row
      name="agent"
      media={<RowIcon shape="key" />}
      title={<bdi>{name}</bdi>}
      titleId={id}
      badges={
        <>
          <Badge>{texts.agent}</Badge>
          {badge}
        </>
      }
      text={
        <Facts>
          <Time date={new Date(agent.date)} text={texts.since} />
          <bdi dir="ltr">{hostOf(agent.resource)}</bdi>
          {agent.scopes.length === 0 ? texts.everything : texts.scopes(isolate(agent.scopes.join(", ")))}
          {isUsable && expiresAt !== undefined && <Time date={expiresAt} text={keyTexts.expiresOn} />}
        </Facts>
      }
      actions={isUsable && (
        <ConfirmButton
          name="remove-access"
          label={texts.remove}
          variant="ghost"
          describedBy={id}
          title={texts.removeTitle(isolate(name))}
          text={texts.removeText}
          step={removal}
        />
      )}
    />
  )
}

const hostOf = (resource: string): string => URL.canParse(resource) ? new URL(resource).host : resource

/** Returns `true` for a key that programs can use, and otherwise the badge with the reason. */
const useKeyState = (
  { expiresAt, manuallyRevokedAt }: ApiKey
): { readonly isUsable: boolean; readonly badge: ReactNode } => {
  const texts = useTexts("apiKeys", apiKeys)
  const now = useNow()
  if (manuallyRevokedAt !== undefined) {
    return { isUsable: false, badge: <Badge tone="danger">{texts.revoked}</Badge> }
  }
  const isExpired = now !== undefined && expiresAt !== undefined && expiresAt.getTime() <= now
  return { isUsable: !isExpired, badge: isExpired && <Badge tone="warning">{texts.expired}</Badge> }
}

/** A new key's lifetimes, in days. `0` means that it never expires. */
const lifetimes = [0, 7, 30, 90, 365]

const ExpiryField = (): ReactNode => {
  const id = useId()
  const texts = useTexts("apiKeys", apiKeys)
  return (
    <div data-latchkey="field" data-field="expires">
      <div data-latchkey="field-header">
        <label htmlFor={id} data-latchkey="label">{texts.expires}</label>
      </div>
      <select id={id} name="expires" data-latchkey="input select">
        {lifetimes.map((days) => (
          <option key={days} value={days}>{days === 0 ? texts.never : texts.inDays(days)}</option>
        ))}
      </select>
    </div>
  )
}

const expiryAfter = (days: number): Effect.Effect<Date | undefined> =>
  days > 0
    ? Effect.map(Clock.currentTimeMillis, (now) => new Date(now + days * 86_400_000))
    : Effect.succeed(undefined)

/** A new key's value. Takes the focus, so that it is read. */
const NewKey = ({ onDone, value }: { readonly value: string; readonly onDone: () => void }): ReactNode => {
  const id = useId()
  const texts = useTexts("apiKeys", apiKeys)
  const { done } = useTexts("actions", actions)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current!.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={id} data-latchkey="notice new-key">
      <p id={id}>{texts.created}</p>
      <CopyField name="key" label={texts.newKey} value={value} />
      <Button name="hide" onClick={onDone}>{done}</Button>
    </div>
  )
}

const ApiKeyRow = <Key extends ApiKey, E extends PageError>(
  { apiKey, revoke }: RevokeProps<Key, E> & { readonly apiKey: Key }
): ReactNode => {
  const id = useId()
  const texts = useTexts("apiKeys", apiKeys)
  const revocation = useTask(() => revoke(apiKey))
  const { createdAt, description, expiresAt, value } = apiKey
  const { badge, isUsable } = useKeyState(apiKey)
  return (
    <Row
      name="api-key"
      media={<RowIcon shape="key" />}
      title={description}
      titleId={id}
      badges={
        <>
          <span data-latchkey="hint">
            <Spoken text={texts.ends(value.lastFour)}>
              <span dir="ltr">{`…${value.lastFour}`}</span>
            </Spoken>
          </span>
          {badge}
        </>
      }
      text={
        <Facts>
          <RelativeTime date={createdAt} text={texts.createdOn} />
          {isUsable &&
            (expiresAt === undefined ? texts.neverExpires : <Time date={expiresAt} text={texts.expiresOn} />)}
        </Facts>
      }
      actions={isUsable && (
        <ConfirmButton
          name="revoke"
          label={texts.revoke}
          variant="ghost"
          describedBy={id}
          title={texts.revokeTitle(description)}
          text={texts.revokeText}
          step={revocation}
        />
      )}
    />
  )
}
