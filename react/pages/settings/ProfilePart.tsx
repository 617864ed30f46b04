/**
 * The user's name and addresses.
 *
 * @since 0.1.0
 */
import { type ReactNode, useId } from "react"
import * as ContactChannels from "../../../src/account/ContactChannels.ts"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { usePageContext } from "../context.ts"
import { Do, Field, Form, type Typed } from "../Form.tsx"
import { useTask } from "../useStep.ts"
import { Loaded, Mark, Part } from "./Part.tsx"

/** The name. */
export const ProfilePart = ({ user }: { readonly user: CurrentUser.User }): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const save = useTask((typed: Typed) => CurrentUser.update({ displayName: typed.text("displayName").trim() || null }))
  return (
    <Part name="profile" title={settings.profile}>
      <Form
        name="display-name"
        step={save}
        submit={settings.save}
        done={settings.saved}
        fieldOf={({ _tag }) => _tag === "RequestSchemaError" ? "displayName" : undefined}
        keeps
      >
        <Field
          name="displayName"
          type="text"
          autoComplete="name"
          label={settings.displayName}
          defaultValue={user.displayName ?? ""}
        />
      </Form>
    </Part>
  )
}

/** The addresses. */
export const EmailsPart = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const add = useTask((typed: Typed) => ContactChannels.create({ value: typed.text("email"), usedForAuth: false }))
  return (
    <Part name="emails" title={settings.emails}>
      <Loaded resource={Resources.contactChannels}>
        {(channels) => <ul>{channels.map((channel) => <Channel key={channel.id} channel={channel} />)}</ul>}
      </Loaded>
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
    </Part>
  )
}

const Channel = ({ channel }: { readonly channel: ContactChannels.ContactChannel }): ReactNode => {
  const id = useId()
  const { texts: { settings } } = usePageContext()
  const verify = useTask(() => ContactChannels.sendVerificationEmail(channel.id))
  const makePrimary = useTask(() => ContactChannels.makePrimary(channel.id))
  const remove = useTask(() => ContactChannels.remove(channel.id))
  return (
    <li>
      <span id={id}>{channel.value}</span> {channel.isPrimary && <Mark>{settings.primary}</Mark>}{" "}
      <Mark>{channel.isVerified ? settings.verified : settings.notVerified}</Mark>{" "}
      {channel.usedForAuth && <Mark>{settings.usedForAuth}</Mark>}
      {!channel.isVerified && (
        <>
          <Do name="verify" step={verify} text={settings.verify} describedBy={id} />
          <p role="status">{verify.state._tag === "Success" && settings.verificationSent}</p>
        </>
      )}
      {!channel.isPrimary && (
        <>
          <Do name="make-primary" step={makePrimary} text={settings.makePrimary} describedBy={id} />
          <Do name="remove" step={remove} text={settings.removeEmail} describedBy={id} />
        </>
      )}
    </li>
  )
}
