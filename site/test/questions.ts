/** Questions of people who look for something in the documentation, with the words that they search for. */
export interface Question {
  readonly question: string
  readonly words: string
  /** The page with the answer, with its section if the page has several topics. */
  readonly page: string
}

export const questions: ReadonlyArray<Question> = [
  { question: "How do I change the logo?", words: "logo", page: "components" },
  { question: "How do I change the colors?", words: "theme colors", page: "theming" },
  { question: "How do I turn on dark mode?", words: "dark mode", page: "theming" },
  { question: "How do I translate the sign-in page?", words: "translate", page: "languages" },
  { question: "How do I ask for a recent sign-in?", words: "step-up", page: "servers-requests" },
  { question: "Why am I signed out?", words: "signed out", page: "signed-out" },
  { question: "How long is an access token valid?", words: "access token lifetime", page: "sessions" },
  { question: "How do I test without a network?", words: "test offline", page: "testing" },
  { question: "How do I test with Playwright?", words: "playwright", page: "playwright" },
  { question: "How do I test with Cypress?", words: "cypress", page: "playwright" },
  { question: "How do I use it with Svelte?", words: "svelte", page: "svelte-vue-solid" },
  { question: "How do I use it with Vue?", words: "vue", page: "svelte-vue-solid" },
  { question: "How do I start with TanStack Start?", words: "tanstack", page: "getting-started" },
  { question: "How do I protect a page in Next.js?", words: "next protect page", page: "next" },
  { question: "How do I protect a route in Express?", words: "express", page: "servers" },
  { question: "How do I use it with Hono?", words: "hono", page: "servers" },
  { question: "How do I check a permission on the server?", words: "authorize permission", page: "authorize" },
  { question: "How do I sign in with Google?", words: "social login google", page: "oauth" },
  { question: "How do I call the API of a provider?", words: "provider access token", page: "oauth" },
  { question: "How do I send a magic link?", words: "magic link", page: "magic-link" },
  { question: "How do users reset a password?", words: "reset password", page: "password" },
  { question: "How do I add passkeys?", words: "webauthn", page: "passkeys" },
  { question: "How do I turn on two-factor authentication?", words: "mfa", page: "two-factor" },
  { question: "How do I invite a person to a team?", words: "invite member", page: "react#invite-a-member" },
  { question: "How do I move from Clerk?", words: "clerk migrate", page: "coming-from" },
  { question: "What replaces useStackApp?", words: "useStackApp", page: "migrating-names" },
  { question: "How do I create users for development?", words: "seed users", page: "emulator-seeds" },
  { question: "How do I simulate an outage?", words: "simulate outage", page: "testing" },
  {
    question: "What does EMAIL_PASSWORD_MISMATCH mean?",
    words: "EMAIL_PASSWORD_MISMATCH",
    page: "errors/EMAIL_PASSWORD_MISMATCH"
  },
  { question: "What happens offline?", words: "offline", page: "retries#offline" },
  { question: "How do I open a page offline?", words: "open page offline", page: "offline" },
  { question: "How do I support several teams in several tabs?", words: "several tenants", page: "several-teams" },
  { question: "How do I use preview deployments?", words: "preview deployments", page: "preview-deployments" }
]
