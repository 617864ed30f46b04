/** The order in which the site lists the guides of `docs`. */

export interface Group {
  readonly title: string
  /** The names of pages in `docs`, without `.md`. */
  readonly pages: ReadonlyArray<string>
}

export const groups: ReadonlyArray<Group> = [
  {
    title: "Introduction",
    pages: [
      "getting-started",
      "init",
      "configuration",
      "entry-points",
      "doctor",
      "agents",
      "why",
      "coming-from",
      "migrating",
      "compatibility"
    ]
  },
  {
    title: "Frameworks",
    pages: [
      "promise",
      "promise-server",
      "promise-options",
      "promise-functions",
      "react",
      "components",
      "theming",
      "languages",
      "next",
      "react-native"
    ]
  },
  {
    title: "Sign-in",
    pages: ["password", "magic-link", "oauth", "passkeys", "two-factor", "anonymous", "command-line"]
  },
  {
    title: "Accounts",
    pages: ["accounts", "account-settings", "email-verification", "team-invitations", "restricted-users"]
  },
  { title: "Sessions and pages", pages: ["sessions", "stores", "navigation", "pages", "cache"] },
  { title: "Errors", pages: ["errors", "server-errors", "known-errors"] },
  {
    title: "Stuck?",
    pages: ["signed-out", "preview-deployments", "several-teams", "offline", "moving-users"]
  },
  { title: "Servers", pages: ["servers", "request-credentials", "server", "redis", "admin", "webhooks", "schema"] },
  {
    title: "Testing",
    pages: [
      "testing",
      "devtools",
      "recordings",
      "report",
      "emulator",
      "emulator-api",
      "emulator-differences",
      "playwright"
    ]
  },
  {
    title: "Project",
    pages: ["performance", "performance-servers", "changelog", "architecture", "contributing", "security"]
  }
]
