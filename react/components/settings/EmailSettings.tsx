import * as Effect from "effect/Effect"
import { type ReactNode, useId, useState } from "react"
import * as ContactChannels from "../../../src/account/ContactChannels.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { Status } from "../../kit/Alert.tsx"
import { Button } from "../../kit/Button.tsx"
import { ConfirmDialog } from "../../kit/Dialog.tsx"
import { ErrorAlert } from "../../kit/ErrorAlert.tsx"
import { EmailField } from "../../kit/Field.tsx"
import type { FormValues } from "../../kit/Form.tsx"
import { Menu, MenuItem } from "../../kit/Menu.tsx"
import { Badge, ResourceContent, Row, Rows } from "../../kit/Section.tsx"
import { resendSeconds, useCountdown } from "../../kit/useCountdown.ts"
import { useTask } from "../../kit/useStep.ts"
import { actions, common } from "../../texts/en/common.ts"
import { emails } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { FormDisclosure } from "../FormDisclosure.tsx"
import { UserSection } from "./UserSection.tsx"

/**
 * Lists the signed-in user's email addresses. The user can verify and remove them, use them to sign in, and choose the primary
 * one. Renders nothing if no user is signed in.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { EmailSettings } from "latchkey/react"
 *
 * const Page = () => <main><EmailSettings /></main>
 * ```
 */
export const EmailSettings = (): ReactNode => {
  const texts = useTexts("emails", emails)
  return (
    <UserSection name="emails" title={texts.title}>
      {() => (
        <ResourceContent resource={Resources.contactChannels} rows={1}>
          {(channels) => (
            <div data-latchkey={channels.length === 0 ? "list empty-list" : "loaded"}>
              {channels.length === 0 ? <p>{texts.none}</p> : <EmailList channels={channels} />}
              <AddEmail />
            </div>
          )}
        </ResourceContent>
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
      <ErrorAlert error={error} />
    </>
  )
}

interface EmailRowProps {
  readonly channel: Channel
  readonly onMakePrimary: () => void
}

/** An email address with a menu. The primary address cannot be removed. */
const EmailRow = ({ channel, onMakePrimary }: EmailRowProps): ReactNode => {
  const texts = useTexts("emails", emails)
  const { resendIn } = useTexts("common", common)
  const [isRemoving, setIsRemoving] = useState(false)
  const [seconds, startCountdown] = useCountdown(0)
  const verify = useTask(() =>
    Effect.tap(
      ContactChannels.sendVerificationEmail(channel.id),
      () => Effect.sync(() => startCountdown(resendSeconds))
    )
  )
  const setUsedForAuth = useTask((usedForAuth: boolean) => ContactChannels.update(channel.id, { usedForAuth }))
  const remove = useTask(() => ContactChannels.remove(channel.id))
  const error = verify.error ?? setUsedForAuth.error
  const { isPrimary, isVerified, usedForAuth, value } = channel
  const menu = (
    <Menu name="email-menu" label={texts.actions(value)} trigger={<MoreIcon />}>
      {(andClose) => (
        <>
          {!isVerified && (
            <MenuItem
              name="verify"
              isBusy={verify.isPending}
              isDisabled={seconds > 0}
              onSelect={andClose(verify.run)}
            >
              {seconds > 0 ? resendIn(seconds) : texts.verify}
            </MenuItem>
          )}
          {!isPrimary && <MenuItem name="make-primary" onSelect={andClose(onMakePrimary)}>{texts.makePrimary}
          </MenuItem>}
          <MenuItem name="use-for-auth" onSelect={andClose(() => setUsedForAuth.run(!usedForAuth))}>
            {usedForAuth ? texts.stopUsingForAuth : texts.useForAuth}
          </MenuItem>
          {!isPrimary && (
            <MenuItem name="remove" isDanger onSelect={andClose(() => setIsRemoving(true))}>{texts.remove}</MenuItem>
          )}
        </>
      )}
    </Menu>
  )
  return (
    <Row
      name="email"
      title={value}
      badges={
        <>
          {isPrimary && <Badge>{texts.primary}</Badge>} {isVerified
            ? <Badge tone="success">{texts.verified}</Badge>
            : <Badge tone="warning">{texts.notVerified}</Badge>}
        </>
      }
      text={usedForAuth ? texts.usedForAuth : undefined}
      actions={menu}
    >
      <Status>{verify.state._tag === "Success" && !isVerified && texts.verificationSent}</Status>
      <ErrorAlert error={error} />
      {isRemoving && (
        <ConfirmDialog
          name="confirm-remove"
          title={texts.removeTitle}
          text={texts.removeText(value)}
          submit={texts.remove}
          step={remove}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Row>
  )
}

/** Three dots. The button around it has the accessible name. */
const MoreIcon = (): ReactNode => (
  <svg viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
    <circle cx="4" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="16" cy="10" r="1.5" />
  </svg>
)
