/** The stories of the sign-in page. */
import { HandlerPage } from "latchkey/react"
import { ok, refuse } from "../fakeClient.ts"
import { projectAnswer } from "../fixtures.ts"
import type { Player } from "../Player.ts"
import type { Group, Story } from "../Story.ts"

const base: Story = {
  render: () => <HandlerPage />,
  url: "https://app.example.com/handler/sign-in",
  answers: projectAnswer()
}

const signIn = async ({ submit, type }: Player): Promise<void> => {
  await type("email", "ada@example.com")
  await type("password", "correct horse")
  await submit()
}

export const signInStories: Group = {
  component: "SignIn",
  layout: "card",
  hasTitle: true,
  stories: {
    idle: base,
    loading: { ...base, answers: {} },
    busy: { ...base, play: signIn },
    wrongPassword: {
      ...base,
      answers: { ...projectAnswer(), "POST /auth/password/sign-in": refuse("EMAIL_PASSWORD_MISMATCH") },
      play: async (player) => {
        await signIn(player)
        await player.see("[role=alert]")
      }
    },
    invalidEmail: {
      ...base,
      play: async ({ see, submit, type }) => {
        await type("email", "ada@")
        await submit()
        await see("[role=alert]")
      }
    },
    passwordOnly: {
      ...base,
      answers: projectAnswer({ magic_link_enabled: false, passkey_enabled: false, enabled_oauth_providers: [] })
    },
    linkSent: {
      ...base,
      answers: { ...projectAnswer(), "POST /auth/otp/send-sign-in-code": ok({ nonce: "nonce-of-the-gallery" }) },
      play: async ({ click, type }) => {
        await type("email", "ada@example.com")
        await click("magic-link")
      }
    }
  }
}
