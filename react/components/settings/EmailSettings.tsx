/** The settings for the user's email addresses. */
import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import * as ContactChannels from "../../../src/account/ContactChannels.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { Alert, Status } from "../../kit/Alert.tsx"
import { Button } from "../../kit/Button.tsx"
import { useErrorText } from "../../kit/errorText.ts"
import { EmailField } from "../../kit/Field.tsx"
import type { FormValues } from "../../kit/Form.tsx"
import { ResourceContent, Rows } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { actions } from "../../texts/en/common.ts"
import { emails } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { FormDisclosure } from "../FormDisclosure.tsx"
import { EmailRow } from "./EmailRow.tsx"
import { UserSection } from "./UserSection.tsx"

/**
 * Lists the signed-in user's email addresses. The user can verify and remove them, use them to sign in, and choose the primary
 * one. Renders nothing if no user is signed in.
 */
export const EmailSettings = (): ReactNode => {
  const texts = useTexts("emails", emails)
  return (
    <UserSection name="emails" title={texts.title}>
      {() => (
        <>
          <ResourceContent resource={Resources.contactChannels} rows={1}>
            {(channels) => <EmailList channels={channels} />}
          </ResourceContent>
          <AddEmail />
        </>
      )}
    </UserSection>
  )
}

const AddEmail = (): ReactNode => {
  const texts = useTexts("emails", emails)
  const add = useTask((values: FormValues) =>
    ContactChannels.create({ value: values.text("email"), usedForAuth: false })
  )
  return (
    <FormDisclosure
      name="add-email"
      label={texts.add}
      step={add}
      submit={texts.add}
      fieldOf={({ _tag }) =>
        _tag === "RequestSchemaError" || _tag === "ContactChannelAlreadyUsedForAuthBySomeoneElse" ? "email" : undefined}
    >
      <EmailField autoComplete="email" label={texts.newEmail} />
    </FormDisclosure>
  )
}

type Channel = ContactChannels.ContactChannel

const EmailList = ({ channels }: { readonly channels: ReadonlyArray<Channel> }): ReactNode => {
  const id = useId()
  const texts = useTexts("emails", emails)
  const { undo } = useTexts("actions", actions)
  const errorText = useErrorText()
  const primary = channels.find(({ isPrimary }) => isPrimary)
  const changing = useTask((channel: Channel, previous: Channel | undefined) =>
    Effect.as(ContactChannels.makePrimary(channel.id), { channel, previous })
  )
  const { error, state } = changing
  // The undo changes the state again: the address from before is then the primary one.
  const changed = state._tag === "Success" && state.value.channel.id === primary?.id ? state.value : undefined
  const previous = channels.find((channel) => channel.id === changed?.previous?.id)
  return (
    <>
      <Rows>
        {channels.map((channel) => (
          <EmailRow
            key={channel.id}
            channel={channel}
            onMakePrimary={() => changing.run(channel, primary)}
          />
        ))}
      </Rows>
      <Status name="primary-changed">
        {changed !== undefined && (
          <>
            <span id={id}>{texts.madePrimary(changed.channel.value)}</span> {previous !== undefined && (
              <Button
                name="undo"
                variant="link"
                describedBy={id}
                onClick={() => changing.run(previous, undefined)}
              >
                {undo}
              </Button>
            )}
          </>
        )}
      </Status>
      {error !== undefined && <Alert text={errorText(error)} />}
    </>
  )
}
