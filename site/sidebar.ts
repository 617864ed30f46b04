/** The order in which the site lists the guides of `docs`. */

export interface Group {
  readonly title: string
  /** The names of pages in `docs`, without `.md`. */
  readonly pages: ReadonlyArray<string>
}

export const groups: ReadonlyArray<Group> = [
  {
    title: "Introduction",
    pages: ["getting-started", "init", "features", "configuration", "entry-points", "doctor", "agents", "why"]
  },
  {
    title: "Frameworks",
    pages: ["react", "react-server-rendering", "next", "svelte-vue-solid", "react-native"]
  },
  { title: "Components", pages: ["components", "theming", "languages", "account-settings"] },
  {
    title: "Promise client",
    pages: ["promise", "promise-errors", "promise-servers", "promise-builds", "promise-functions"]
  },
  {
    title: "Sign-in",
    pages: ["password", "magic-link", "oauth", "passkeys", "two-factor", "step-up", "anonymous", "command-line"]
  },
  {
    title: "Accounts",
    pages: ["teams", "team-invitations", "several-teams", "accounts", "email-verification", "restricted-users"]
  },
  { title: "Sessions and pages", pages: ["sessions", "foreign-use", "stores", "navigation", "pages", "cache"] },
  { title: "Errors", pages: ["errors", "retries", "server-errors", "known-errors"] },
  {
    title: "Stuck?",
    pages: ["signed-out", "offline", "preview-deployments"]
  },
  {
    title: "Servers",
    pages: [
      "servers",
      "authorize",
      "servers-requests",
      "access-tokens",
      "http-api",
      "mcp",
      "agents-consent",
      "redis",
      "server",
      "admin",
      "webhooks",
      "schema"
    ]
  },
  { title: "Testing", pages: ["testing", "playwright", "devtools", "recordings", "report"] },
  {
    title: "Emulator",
    pages: [
      "emulator",
      "emulator-seeds",
      "emulator-faults",
      "emulator-providers",
      "emulator-control",
      "emulator-service",
      "emulator-cases"
    ]
  },
  {
    title: "Moving to Latchkey",
    pages: ["migrating", "migrating-names", "clerk", "coming-from", "moving-users", "compatibility"]
  },
  {
    title: "Project",
    pages: ["performance", "performance-servers", "changelog", "architecture", "contributing", "security"]
  }
]
