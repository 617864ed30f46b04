/** The stories of the dialog in which the user signs in again. */
import { Reverification } from "latchkey"
import { Reverify, useAction } from "latchkey/react"
import { type ReactElement, useEffect } from "react"
import { ok, refuse } from "../fakeClient.ts"
import { ada, namelessUser } from "../fixtures.ts"
import type { Player } from "../Player.ts"
import type { Group, Story } from "../Story.ts"

/** An app whose server requires a recent sign-in. */
const App = (): ReactElement => {
  const { run } = useAction(() => Reverification.ask({ maxAge: 300, factor: undefined }))
  useEffect(() => void run(), [run])
  return <Reverify />
}

const open: Story = {
  render: () => <App />,
  user: ada,
  height: 480,
  play: async ({ see }) => void await see("dialog :is(input, p)")
}

const submit = async ({ submit, type }: Player): Promise<void> => {
  await type("password", "correct horse")
  await submit("reverify")
}

/** A user with every method. */
const many = {
  ...ada,
  otpAuthEnabled: true,
  passkeyAuthEnabled: true,
  oauthProviders: [{ id: "github", accountId: "ada-1", email: "ada@example.com" }]
}

const reverify: Group = {
  component: "Reverify",
  layout: "card",
  stories: {
    password: open,
    allMethods: { ...open, user: many, height: 620 },
    provider: { ...open, user: { ...namelessUser, oauthProviders: many.oauthProviders } },
    noMethod: { ...open, user: namelessUser },
    busy: { ...open, play: submit },
    wrongPassword: {
      ...open,
      answers: { "POST /auth/password/sign-in": refuse("EMAIL_PASSWORD_MISMATCH") },
      play: async (player) => {
        await submit(player)
        await player.see("[role=alert]")
      }
    },
    codeSent: {
      ...open,
      user: many,
      height: 620,
      answers: { "POST /auth/otp/send-sign-in-code": ok({ nonce: "nonce-of-the-gallery" }) },
      play: async ({ click, see }) => {
        await click("email-code")
        await see("input[name=code]")
      }
    },
    secondFactor: {
      ...open,
      answers: {
        "POST /auth/password/sign-in": refuse("MULTI_FACTOR_AUTHENTICATION_REQUIRED", "", { attempt_code: "attempt" })
      },
      play: async (player) => {
        await submit(player)
        await player.see("input[name=code]")
      }
    }
  }
}

export const reverifyGroups: ReadonlyArray<Group> = [reverify]
