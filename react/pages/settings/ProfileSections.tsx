/**
 * The settings for the user's name and email addresses.
 *
 * @since 0.1.0
 */
import { type ReactNode, useId } from "react"
import * as ContactChannels from "../../../src/account/ContactChannels.ts"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { Badge } from "../../kit/Badge.tsx"
import { TaskButton } from "../../kit/Button.tsx"
import { Field } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { usePageContext } from "../../kit/PageContext.ts"
import { ResourceContent, Section as SettingsSection } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"

/** The user's name. */
export const ProfileSection = ({ user }: { readonly user: CurrentUser.User }): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const save = useTask((typed: FormValues) =>
    CurrentUser.update({ displayName: typed.text("displayName").trim() || null })
  )
  return (
    <SettingsSection name="profile" title={settings.profile}>
      <Form
        name="display-name"
        step={save}
        submit={settings.save}
        successText={settings.saved}
        fieldOf={({ _tag }) => _tag === "RequestSchemaError" ? "displayName" : undefined}
        keepValues
      >
        <Field
          name="displayName"
          type="text"
          autoComplete="name"
          label={settings.displayName}
          defaultValue={user.displayName ?? ""}
        />
      </Form>
    </SettingsSection>
  )
}

/** The user's email addresses. */
export const EmailsSection = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const add = useTask((typed: FormValues) => ContactChannels.create({ value: typed.text("email"), usedForAuth: false }))
  return (
    <SettingsSection name="emails" title={settings.emails}>
      <ResourceContent resource={Resources.contactChannels}>
        {(channels) => <ul>{channels.map((channel) => <EmailItem key={channel.id} channel={channel} />)}</ul>}
      </ResourceContent>
      <Form
        name="add-email"
        step={add}
        submit={settings.addEmail}
        fieldOf={({ _tag }) =>
          _tag === "RequestSchemaError" || _tag === "ContactChannelAlreadyUsedForAuthBySomeoneElse"
            ? "email"
            : undefined}
      >
        <Field
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          label={settings.newEmail}
        />
      </Form>
    </SettingsSection>
  )
}

const EmailItem = ({ channel }: { readonly channel: ContactChannels.ContactChannel }): ReactNode => {
  const id = useId()
  const { texts: { settings } } = usePageContext()
  const verify = useTask(() => ContactChannels.sendVerificationEmail(channel.id))
  const makePrimary = useTask(() => ContactChannels.makePrimary(channel.id))
  const remove = useTask(() => ContactChannels.remove(channel.id))
  return (
    <li>
      <span id={id}>{channel.value}</span> {channel.isPrimary && <Badge>{settings.primary}</Badge>}{" "}
      <Badge>{channel.isVerified ? settings.verified : settings.notVerified}</Badge>{" "}
      {channel.usedForAuth && <Badge>{settings.usedForAuth}</Badge>}
      {!channel.isVerified && (
        <>
          <TaskButton name="verify" step={verify} text={settings.verify} describedBy={id} />
          <p role="status">{verify.state._tag === "Success" && settings.verificationSent}</p>
        </>
      )}
      {!channel.isPrimary && (
        <>
          <TaskButton name="make-primary" step={makePrimary} text={settings.makePrimary} describedBy={id} />
          <TaskButton name="remove" step={remove} text={settings.removeEmail} describedBy={id} />
        </>
      )}
    </li>
  )
}
