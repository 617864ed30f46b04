/** The stories of the sign-up and the forgotten password. */
import { ForgotPassword, PasswordReset, ProviderButton, SignUp } from "latchkey/react"
import { ok, refuse } from "../fakeClient.ts"
import { makeProject, projectAnswer } from "../fixtures.ts"
import type { Player } from "../Player.ts"
import type { Group, Story } from "../Story.ts"

const signUp: Story = { render: () => <SignUp />, url: "https://app.example.com/handler/sign-up" }

const submitSignUp = async ({ submit, type }: Player): Promise<void> => {
  await type("email", "ada@example.com")
  await type("password", "correct horse")
  await submit()
}

const signUpStories: Group = {
  component: "SignUp",
  layout: "card",
  stories: {
    idle: signUp,
    loading: { ...signUp, answers: { "GET /projects/current": "pending" } },
    busy: { ...signUp, play: submitSignUp },
    tooShort: {
      ...signUp,
      play: async ({ see, submit, type }) => {
        await type("email", "ada@example.com")
        await type("password", "short")
        await submit()
        await see("[role=alert]")
      }
    },
    longEnough: {
      ...signUp,
      play: async ({ see, type }) => {
        await type("email", "ada@example.com")
        await type("password", "correct horse")
        await see("[data-fits=true]")
      }
    },
    emailTaken: {
      ...signUp,
      answers: {
        "POST /auth/password/sign-up": refuse("USER_EMAIL_ALREADY_EXISTS", "", {
          email: "ada@example.com",
          would_work_if_email_was_verified: false
        }, 409)
      },
      play: async (player) => {
        await submitSignUp(player)
        await player.see("[role=alert]")
      }
    },
    linkOnly: {
      ...signUp,
      answers: projectAnswer(makeProject({ credentialEnabled: false, enabledOauthProviders: [{ id: "github" }] }))
    },
    closed: { ...signUp, answers: projectAnswer(makeProject({ signUpEnabled: false })) }
  }
}

const forgot: Story = { render: () => <ForgotPassword />, url: "https://app.example.com/handler/forgot-password" }

const forgotPasswordStories: Group = {
  component: "ForgotPassword",
  layout: "card",
  stories: {
    idle: forgot,
    busy: {
      ...forgot,
      play: async ({ submit, type }) => {
        await type("email", "ada@example.com")
        await submit()
      }
    },
    noEmail: {
      ...forgot,
      play: async ({ see, submit }) => {
        await submit()
        await see("[role=alert]")
      }
    },
    sent: {
      ...forgot,
      answers: { "POST /auth/password/send-reset-code": ok({ success: "maybe, only if user with e-mail exists" }) },
      play: async ({ see, submit, type }) => {
        await type("email", "ada@example.com")
        await submit()
        await see("[data-latchkey~=reset-link-sent]")
      }
    }
  }
}

const reset: Story = {
  render: () => <PasswordReset />,
  url: "https://app.example.com/handler/password-reset?code=code-of-the-gallery",
  answers: { "POST /auth/password/reset/check-code": ok({ is_code_valid: true }) }
}

const submitReset = async ({ submit, type }: Player): Promise<void> => {
  await type("password", "battery staple")
  await submit()
}

const passwordResetStories: Group = {
  component: "PasswordReset",
  layout: "card",
  stories: {
    idle: reset,
    busy: { ...reset, play: submitReset },
    tooShort: {
      ...reset,
      play: async ({ see, submit, type }) => {
        await type("password", "short")
        await submit()
        await see("[role=alert]")
      }
    },
    changed: {
      ...reset,
      answers: { ...reset.answers, "POST /auth/password/reset": ok({ success: true }) },
      play: async (player) => {
        await submitReset(player)
        await player.see("[data-latchkey~=password-changed]")
      }
    },
    expired: { ...reset, answers: { "POST /auth/password/reset/check-code": refuse("VERIFICATION_CODE_EXPIRED") } }
  }
}

const providers = ["google", "github", "microsoft", "apple", "spotify", "acme-sso"]

const providerButtonStories: Group = {
  component: "ProviderButton",
  layout: "card",
  stories: {
    providers: {
      render: () => (
        <div style={{ display: "grid", gap: 8, width: "min(100%, 20rem)" }}>
          {providers.map((provider) => <ProviderButton key={provider} provider={provider} />)}
        </div>
      )
    },
    connect: { render: () => <ProviderButton provider="github" action="connect" />, user: {} },
    busy: { render: () => <ProviderButton provider="github" />, play: ({ click }) => click("provider") }
  }
}

export const signUpGroups: ReadonlyArray<Group> = [
  signUpStories,
  forgotPasswordStories,
  passwordResetStories,
  providerButtonStories
]
