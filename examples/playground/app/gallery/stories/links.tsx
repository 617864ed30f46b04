/** The stories of the pages behind links: emails, providers and command lines. */
import {
  AgentConsent,
  CliConfirmation,
  EmailVerification,
  ErrorPage,
  HandlerPage,
  MagicLinkCallback,
  OAuthCallback,
  TeamInvitation
} from "latchkey/react"
import { type Answers, ok, refuse } from "../fakeClient.ts"
import { ada, engines, restrictedUser, updateUserAnswer } from "../fixtures.ts"
import type { Group, Story } from "../Story.ts"

/** The URL of a link with a code. */
const link = (page: string): string => `https://app.example.com/handler/${page}?code=code-of-the-gallery`

const validCode = ok({ is_code_valid: true })

const verification: Story = {
  render: () => <EmailVerification />,
  url: link("email-verification"),
  answers: { "POST /contact-channels/verify/check-code": validCode }
}

const emailVerification: Group = {
  component: "EmailVerification",
  layout: "card",
  stories: {
    idle: verification,
    loading: { ...verification, answers: {} },
    busy: { ...verification, play: ({ click }) => click("submit") },
    verified: {
      ...verification,
      answers: { ...verification.answers, "POST /contact-channels/verify": ok({ success: true }) },
      play: async ({ click, see }) => {
        await click("submit")
        await see("[data-latchkey~=email-verified]")
      }
    },
    expired: {
      ...verification,
      answers: { "POST /contact-channels/verify/check-code": refuse("VERIFICATION_CODE_EXPIRED") }
    },
    incomplete: { ...verification, url: "https://app.example.com/handler/email-verification" }
  }
}

const magicLink: Story = {
  render: () => <MagicLinkCallback />,
  url: link("magic-link-callback"),
  answers: { "POST /auth/otp/sign-in/check-code": validCode }
}

const magicLinkCallback: Group = {
  component: "MagicLinkCallback",
  layout: "card",
  stories: {
    idle: magicLink,
    busy: { ...magicLink, play: ({ click }) => click("submit") },
    used: {
      ...magicLink,
      answers: { "POST /auth/otp/sign-in/check-code": refuse("VERIFICATION_CODE_ALREADY_USED") }
    }
  }
}

const invitation: Story = {
  render: () => <TeamInvitation />,
  user: ada,
  url: link("team-invitation"),
  answers: {
    "POST /team-invitations/accept/check-code": validCode,
    "POST /team-invitations/accept/details": ok({ team_id: engines.id, team_display_name: engines.displayName })
  }
}

const teamInvitation: Group = {
  component: "TeamInvitation",
  layout: "card",
  stories: {
    idle: invitation,
    busy: { ...invitation, play: ({ click }) => click("submit") },
    joined: {
      ...invitation,
      answers: { ...invitation.answers, "POST /team-invitations/accept": ok({}), ...updateUserAnswer(ada) },
      play: async ({ click, see }) => {
        await click("submit")
        await see("[data-latchkey~=team-joined]")
      }
    },
    signedOut: { ...invitation, user: null },
    otherEmail: {
      ...invitation,
      answers: {
        ...invitation.answers,
        "POST /team-invitations/accept/details": refuse("TEAM_INVITATION_EMAIL_MISMATCH")
      }
    },
    expired: {
      ...invitation,
      answers: {
        ...invitation.answers,
        "POST /team-invitations/accept/details": refuse("VERIFICATION_CODE_EXPIRED")
      }
    }
  }
}

const oauthCallback: Group = {
  component: "OAuthCallback",
  layout: "card",
  stories: {
    notStarted: { render: () => <OAuthCallback />, url: link("oauth-callback") },
    failed: {
      render: () => <OAuthCallback />,
      url: "https://app.example.com/handler/oauth-callback?error=server_error&errorCode=SIGN_UP_NOT_ENABLED"
    },
    canceled: {
      render: () => <OAuthCallback />,
      url: "https://app.example.com/handler/oauth-callback?error=access_denied&errorCode=OAUTH_PROVIDER_ACCESS_DENIED"
    }
  }
}

const confirmation: Story = {
  render: () => <CliConfirmation />,
  user: ada,
  url: "https://app.example.com/handler/cli-auth-confirm?login_code=3f9a7c"
}

const cliConfirmation: Group = {
  component: "CliConfirmation",
  layout: "card",
  stories: {
    idle: confirmation,
    busy: { ...confirmation, play: ({ click }) => click("submit") },
    agent: {
      ...confirmation,
      url: `${confirmation.url}&agent=Backup+agent&agent_resource=https%3A%2F%2Fapp.example.com%2Fmcp&` +
        "agent_scope=notes%3Aread+notes%3Awrite&agent_lifetime_millis=2592000000"
    },
    signedOut: { ...confirmation, user: null },
    incomplete: { ...confirmation, url: "https://app.example.com/handler/cli-auth-confirm" }
  }
}

/** The request of an agent, with the fields that differ. */
const request = (changes: object = {}): Story => ({
  render: () => <AgentConsent />,
  user: ada,
  url: "https://app.example.com/handler/agent-consent?request=request-of-the-gallery",
  answers: {
    "GET /oauth/consent": ok({
      client: { name: "Claude", host: "claude.ai", isVerified: true },
      redirect_host: "claude.ai",
      is_on_device: false,
      resource: "https://app.example.com/mcp",
      scopes: [
        { name: "notes:read", description: "Read your notes" },
        { name: "notes:write", description: "Create and change your notes" }
      ],
      key_expires_at_millis: Date.UTC(2027, 1, 28),
      confirm: "confirm-of-the-gallery",
      ...changes
    })
  }
})

const expiredRequest: Answers[string] = {
  status: 404,
  body: { code: "AGENT_REQUEST_EXPIRED", title: "The request has expired", status: 404 }
}

const agentConsent: Group = {
  component: "AgentConsent",
  layout: "card",
  stories: {
    idle: request(),
    everything: request({ scopes: [] }),
    onDevice: request({
      client: { name: "Inspector", host: "inspector.example.dev", isVerified: true },
      redirect_host: "localhost",
      is_on_device: true
    }),
    ofThisApp: request({ client: { name: "Acme agent", host: null, isVerified: true } }),
    longName: request({
      client: {
        name: "An agent that has a name which is much longer than a name should be",
        host: "a-very-long-host-name.with-many-labels.agents.example.com",
        isVerified: true
      },
      redirect_host: "a-very-long-host-name.with-many-labels.agents.example.com"
    }),
    noScopeChosen: {
      ...request({ scopes: [{ name: "notes:read", description: "Read your notes" }] }),
      play: async ({ see, submit }) => {
        ;(await see("input[type=checkbox]")).click()
        await submit("consent")
      }
    },
    busy: { ...request(), play: ({ submit }) => submit("consent") },
    allowed: {
      ...request(),
      answers: {
        ...request().answers,
        "POST /oauth/consent": ok({ redirect_to: "https://claude.ai/callback?code=code-of-the-gallery" })
      },
      play: async ({ see, submit }) => {
        await submit("consent")
        await see("[data-latchkey~=agent-consent-given]")
      }
    },
    expired: { ...request(), answers: { "GET /oauth/consent": expiredRequest } },
    notAvailable: { ...request(), answers: { "GET /oauth/consent": { status: 404, body: "Not found" } } },
    framed: { ...request(), isFramed: true },
    signedOut: { ...request(), user: null },
    offline: { ...request(), answers: { "GET /oauth/consent": "offline" } }
  }
}

const errorPage: Group = {
  component: "ErrorPage",
  layout: "card",
  stories: {
    canceled: {
      render: () => <ErrorPage />,
      url: "https://app.example.com/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED"
    },
    rejected: {
      render: () => <ErrorPage />,
      url: "https://app.example.com/handler/error?errorCode=SIGN_UP_REJECTED"
    },
    unknown: { render: () => <ErrorPage />, url: "https://app.example.com/handler/error" }
  }
}

const handlerPage: Group = {
  component: "HandlerPage",
  layout: "card",
  stories: {
    emailNotVerified: {
      render: () => <HandlerPage />,
      user: restrictedUser,
      url: "https://app.example.com/handler/onboarding"
    },
    accountRestricted: {
      render: () => <HandlerPage />,
      user: {
        ...restrictedUser,
        restrictedByAdmin: true,
        restrictedByAdminReason: "Your invoice of May is unpaid.",
        restrictedReason: { type: "restricted_by_administrator" }
      },
      url: "https://app.example.com/handler/onboarding"
    },
    notFound: { render: () => <HandlerPage />, url: "https://app.example.com/handler/no-such-page" }
  }
}

export const linkGroups: ReadonlyArray<Group> = [
  emailVerification,
  magicLinkCallback,
  teamInvitation,
  oauthCallback,
  cliConfirmation,
  agentConsent,
  errorPage,
  handlerPage
]
