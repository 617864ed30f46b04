/** The stories of the sign-in. */
import { SignIn } from "latchkey/react"
import { ok, refuse, unavailable } from "../fakeClient.ts"
import { makeProject, projectAnswer } from "../fixtures.ts"
import type { Player } from "../Player.ts"
import type { Group, Story } from "../Story.ts"

const base: Story = {
  render: () => <SignIn />,
  url: "https://app.example.com/handler/sign-in",
  answers: projectAnswer()
}

/** An image with a wide mark, as a logo for one color theme. */
const logoIn = (color: string): string =>
  `data:image/svg+xml,${
    encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 36" width="120" height="36" fill="${color}"><path d="M2 32 16 4h6l14 28h-7l-3-7H12l-3 7zm12-12h10l-5-11zM44 8h8v20h-8zM58 8h8v20h-8zM72 8h46v6H72zM72 22h34v6H72z"/></svg>`
    )
  }`

const logo = { light: logoIn("#18181b"), dark: logoIn("#f4f4f5") }

const fiveProviders = projectAnswer(
  makeProject({ enabledOauthProviders: ["google", "github", "microsoft", "apple", "discord"].map((id) => ({ id })) })
)

const submitPassword = async ({ submit, type }: Player): Promise<void> => {
  await type("email", "ada@example.com")
  await type("password", "correct horse")
  await submit()
}

/** After a network failure the client checks these paths, for 3 seconds if they stay pending. */
const unreachable = { "GET /health": "offline", "GET ": "offline" } as const

const failWith = (answer: ReturnType<typeof refuse> | "offline"): Story => ({
  ...base,
  answers: { ...projectAnswer(), ...unreachable, "POST /auth/password/sign-in": answer },
  play: async (player) => {
    await submitPassword(player)
    await player.see("[role=alert]")
  }
})

const signInStories: Group = {
  component: "SignIn",
  layout: "card",
  stories: {
    idle: base,
    loading: { ...base, answers: { "GET /projects/current": "pending" } },
    busy: { ...base, play: submitPassword },
    wrongPassword: failWith(refuse("EMAIL_PASSWORD_MISMATCH")),
    offline: { ...base, isOnline: false },
    networkFailure: failWith("offline"),
    unavailable: failWith(unavailable),
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
      answers: projectAnswer(
        makeProject({ magicLinkEnabled: false, passkeyEnabled: false, enabledOauthProviders: [], signUpEnabled: false })
      )
    },
    linkOnly: {
      ...base,
      answers: projectAnswer(
        makeProject({ credentialEnabled: false, passkeyEnabled: false, enabledOauthProviders: [] })
      )
    },
    manyProviders: {
      ...base,
      answers: projectAnswer(
        makeProject({
          enabledOauthProviders: [
            "google",
            "github",
            "microsoft",
            "apple",
            "facebook",
            "discord",
            "gitlab",
            "bitbucket",
            "linkedin",
            "spotify",
            "x",
            "twitch",
            "acme-sso"
          ].map((id) => ({ id }))
        })
      )
    },
    logo: { ...base, appearance: { logo, termsUrl: "/terms", privacyUrl: "/privacy" } },
    ownLogo: {
      ...base,
      appearance: {
        logo: <strong style={{ font: "600 1.5rem Georgia, serif" }}>Acme &amp; Sons</strong>,
        termsUrl: "/terms"
      }
    },
    lastUsedProvider: { ...base, lastMethod: "provider:github" },
    lastUsedIcon: { ...base, answers: fiveProviders, lastMethod: "provider:apple" },
    lastUsedPassword: { ...base, lastMethod: "password" },
    lastUsedLink: { ...base, lastMethod: "magicLink" },
    passkeyFirst: { ...base, isPasskeyOnDevice: true, lastMethod: "passkey" },
    icons: { ...base, answers: fiveProviders },
    providersBelow: { ...base, appearance: { providers: { position: "bottom", style: "icon" }, termsUrl: "/terms" } },
    identifierFirst: { ...base, appearance: { layout: "identifier-first" } },
    identifierEntered: {
      ...base,
      appearance: { layout: "identifier-first", logo },
      play: async ({ see, submit, type }) => {
        await type("email", "ada@example.com")
        await submit()
        await see("input[name=password]")
      }
    },
    compact: {
      ...base,
      render: () => (
        <div className="compact">
          <SignIn />
        </div>
      )
    },
    longProjectName: {
      ...base,
      answers: projectAnswer(
        makeProject({}, "The Royal Commission for Difference Engines and Donaudampfschifffahrtsgesellschaftskapitäne")
      )
    },
    notLoaded: { ...base, answers: { "GET /projects/current": unavailable } }
  }
}

const sendLink = async ({ click, type }: Player): Promise<void> => {
  await type("email", "ada@example.com")
  await click("magic-link")
}

const linkSent: Story = {
  ...base,
  answers: { ...projectAnswer(), "POST /auth/otp/send-sign-in-code": ok({ nonce: "nonce-of-the-gallery" }) },
  play: async (player) => {
    await sendLink(player)
    await player.see("input[name=code]")
  }
}

const magicLinkSentStories: Group = {
  component: "MagicLinkSent",
  layout: "card",
  stories: {
    idle: linkSent,
    wrongCode: {
      ...linkSent,
      answers: { ...linkSent.answers, "POST /auth/otp/sign-in": refuse("VERIFICATION_CODE_NOT_FOUND") },
      play: async (player) => {
        await linkSent.play?.(player)
        await player.type("code", "AB12CD")
        await player.see("[role=alert]")
      }
    },
    busy: {
      ...linkSent,
      play: async (player) => {
        await linkSent.play?.(player)
        await player.type("code", "AB12CD")
      }
    }
  }
}

const mfaRequired: Story = {
  ...base,
  answers: {
    ...projectAnswer(),
    "POST /auth/password/sign-in": refuse("MULTI_FACTOR_AUTHENTICATION_REQUIRED", "", { attempt_code: "attempt" })
  },
  play: async (player) => {
    await submitPassword(player)
    await player.see("input[name=code]")
  }
}

const mfaFormStories: Group = {
  component: "MfaForm",
  layout: "card",
  stories: {
    idle: mfaRequired,
    wrongCode: {
      ...mfaRequired,
      answers: { ...mfaRequired.answers, "POST /auth/mfa/sign-in": refuse("INVALID_TOTP_CODE") },
      play: async (player) => {
        await mfaRequired.play?.(player)
        await player.type("code", "123456")
        await player.see("[role=alert]")
      }
    },
    busy: {
      ...mfaRequired,
      play: async (player) => {
        await mfaRequired.play?.(player)
        await player.type("code", "123456")
      }
    }
  }
}

export const signInGroups: ReadonlyArray<Group> = [signInStories, magicLinkSentStories, mfaFormStories]
